"""The page and the service behind it: `rushhour serve`. A leaf that nobody imports."""
