"""What everything else stands on: checks of arguments, text, files, other packages, ranges."""
