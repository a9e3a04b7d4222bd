"""The papers' operators, one file per idea; ``verilab.refinement.registry`` finds them by name."""

from verilab_strategies.apply_pivot import ApplyPivot
from verilab_strategies.apply_restart import ApplyRestart
from verilab_strategies.propose_sliced_prefixes import ProposeSlicedPrefixes as SlicedPrefixes
from verilab_strategies.propose_whole_path import ProposeWholePath as WholePath
from verilab_strategies.rank_all import RankAll
from verilab_strategies.rank_bottom import RankBottom
from verilab_strategies.rank_first import RankFirst
from verilab_strategies.rank_top import RankTop
from verilab_strategies.select_analysis import SelectAnalysis
from verilab_strategies.select_delay import SelectDelay
from verilab_strategies.select_first import SelectFirst
from verilab_strategies.select_join_all import SelectJoinAll
from verilab_strategies.select_join_first import SelectJoinFirst

__all__ = [
    "ApplyPivot",
    "ApplyRestart",
    "RankAll",
    "RankBottom",
    "RankFirst",
    "RankTop",
    "SelectAnalysis",
    "SelectDelay",
    "SelectFirst",
    "SelectJoinAll",
    "SelectJoinFirst",
    "SlicedPrefixes",
    "WholePath",
]
