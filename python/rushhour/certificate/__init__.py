"""Certificates: files that prove a search's result to code that shares nothing with the search.

`certify` makes one from an outcome, `verify_certificate` checks one. The checker is the folder
`checker`, which stands alone and explains what is proved and why.
"""

from rushhour.certificate.certificate import Certificate, verify_certificate
from rushhour.certificate.certify import certify
from rushhour.certificate.checker import Proved

__all__ = ["Certificate", "Proved", "certify", "verify_certificate"]
