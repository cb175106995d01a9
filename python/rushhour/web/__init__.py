"""The page and the service of `rushhour serve`. Nothing else imports this package."""
