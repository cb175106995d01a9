"""Text for terminals and tables: escaped, aligned, within the width."""
