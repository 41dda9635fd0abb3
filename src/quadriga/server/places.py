"""Where somebody asks from, as limits count it."""

from __future__ import annotations

import ipaddress
from functools import lru_cache


@lru_cache(maxsize=4096)
def place_of(address: str) -> str:
    """Name the place that an address belongs to: itself, or the /64 of an IPv6 address, which one household has."""
    try:
        known = ipaddress.ip_address(address.strip("[]").partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, ipaddress.IPv6Address):
        if known.ipv4_mapped is not None:
            return str(known.ipv4_mapped)
        return str(ipaddress.IPv6Network((int(known) >> 64 << 64, 64)))
    return str(known)
