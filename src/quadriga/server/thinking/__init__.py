"""Thinking as a service: what bots, hints and reviews have to find out, the most important first, and fairly.

`queue` is the order, `workers` are processes of this machine, `jobs` is how a thought travels. With Redis, `shared`
hands thoughts to whoever thinks (`asking` is its side of Redis), and `thinker` is somebody who does (`group` is its
side): a server, or `quadriga think` (`run`) on any machine; `places` is where in Redis they meet.
"""

from .queue import Importance, Service
from .workers import Thinking

__all__ = ["Importance", "Service", "Thinking"]
