"""The papers' operators, one file per idea; ``verilab.refinement.registry`` finds them by name."""

from verilab_strategies.apply.pivot import ApplyPivot
from verilab_strategies.apply.restart import ApplyRestart
from verilab_strategies.apply.split_and_slice import ApplySplitAndSlice
from verilab_strategies.apply.strengthen import ApplyStrengthen
from verilab_strategies.propose.path_invariants import ProposePathInvariants as PathInvariants
from verilab_strategies.propose.sliced_paths import ProposeSlicedPaths as SlicedPaths
from verilab_strategies.propose.sliced_prefixes import ProposeSlicedPrefixes as SlicedPrefixes
from verilab_strategies.propose.strengths import ProposeStrengths as Strengths
from verilab_strategies.propose.unsat_cores import ProposeUnsatCores as UnsatCores
from verilab_strategies.propose.whole_path import ProposeWholePath as WholePath
from verilab_strategies.rank.all import RankAll
from verilab_strategies.rank.bottom import RankBottom
from verilab_strategies.rank.first import RankFirst
from verilab_strategies.rank.top import RankTop
from verilab_strategies.select.analysis import SelectAnalysis
from verilab_strategies.select.delay import SelectDelay
from verilab_strategies.select.first import SelectFirst
from verilab_strategies.select.join_all import SelectJoinAll
from verilab_strategies.select.join_first import SelectJoinFirst
from verilab_strategies.select.learned import SelectLearned

__all__ = [
    "ApplyPivot",
    "ApplyRestart",
    "ApplySplitAndSlice",
    "ApplyStrengthen",
    "PathInvariants",
    "RankAll",
    "RankBottom",
    "RankFirst",
    "RankTop",
    "SelectAnalysis",
    "SelectDelay",
    "SelectFirst",
    "SelectJoinAll",
    "SelectJoinFirst",
    "SelectLearned",
    "SlicedPaths",
    "SlicedPrefixes",
    "Strengths",
    "UnsatCores",
    "WholePath",
]
