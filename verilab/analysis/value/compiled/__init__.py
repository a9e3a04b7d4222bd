"""Transfer relations compiled to Python source: the engines that run them (chains, single edges) and how the source is made."""
