"""What the package writes: text for terminals and tables, and files that appear whole."""
