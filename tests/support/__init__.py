"""What tests share: second opinions, boards, and ways to run the package."""
