"""Certificates: files that prove what a search found, to code that shares nothing with it.

`certify` makes one of an outcome, `verify_certificate` checks one. The checker is a folder by
itself, `checker`, which says what is proved and why.
"""

from rushhour.certificate.certificate import Certificate
from rushhour.certificate.certify import certify
from rushhour.certificate.checker import Proved
from rushhour.certificate.verify import verify_certificate

__all__ = ["Certificate", "Proved", "certify", "verify_certificate"]
