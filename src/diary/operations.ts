import type { Operation } from '../kernel/operation.ts'
import type { DiaryContext } from './context.ts'
import { diaryBuild } from './operations/diary-build.ts'
import { diaryBuildCancel } from './operations/diary-build-cancel.ts'
import { diaryBuildStatus } from './operations/diary-build-status.ts'
import { diaryCancel } from './operations/diary-cancel.ts'
import { diaryChains } from './operations/diary-chains.ts'
import { diaryCheckRef } from './operations/diary-check-ref.ts'
import { diaryCollect } from './operations/diary-collect.ts'
import { diaryCosts } from './operations/diary-costs.ts'
import { diaryDays } from './operations/diary-days.ts'
import { diaryEstimate } from './operations/diary-estimate.ts'
import { diaryGenerate } from './operations/diary-generate.ts'
import { diaryIndex } from './operations/diary-index.ts'
import { diaryNext } from './operations/diary-next.ts'
import { diaryPrepare } from './operations/diary-prepare.ts'
import { diaryPrices } from './operations/diary-prices.ts'
import { diaryPublish } from './operations/diary-publish.ts'
import { diaryPublished } from './operations/diary-published.ts'
import { diaryPublishedReport } from './operations/diary-published-report.ts'
import { diaryRange } from './operations/diary-range.ts'
import { diaryRangeReport } from './operations/diary-range-report.ts'
import { diaryReceiveReport } from './operations/diary-receive-report.ts'
import { diaryRemove } from './operations/diary-remove.ts'
import { diaryRender } from './operations/diary-render.ts'
import { diaryReport } from './operations/diary-report.ts'
import { diaryRepositories } from './operations/diary-repositories.ts'
import { diaryRun } from './operations/diary-run.ts'
import { diarySearch } from './operations/diary-search.ts'
import { diarySecrets } from './operations/diary-secrets.ts'
import { diarySession } from './operations/diary-session.ts'
import { diarySessionSearch } from './operations/diary-session-search.ts'
import { diarySetRoots } from './operations/diary-set-roots.ts'
import { diarySources } from './operations/diary-sources.ts'
import { diaryStatus } from './operations/diary-status.ts'
import { diaryUpdatePrices } from './operations/diary-update-prices.ts'
import { diaryVerify } from './operations/diary-verify.ts'
import { diaryWhy } from './operations/diary-why.ts'
import { diaryWorkedDays } from './operations/diary-worked-days.ts'
import { readSessionLines } from './operations/read-session-lines.ts'
import { searchHistory } from './operations/search-history.ts'
import { writeEngagement } from './operations/write-engagement.ts'
import { writeEvidence } from './operations/write-evidence.ts'
import { writeProjectSummary } from './operations/write-project-summary.ts'
import { writeReportTitle } from './operations/write-report-title.ts'
import { writeTeamLearning } from './operations/write-team-learning.ts'
import { writeWorkItem } from './operations/write-work-item.ts'

/** The part's operations in wire order: the three of the contract, then those added to them. */
export const diaryOperations = [
  readSessionLines,
  writeEvidence,
  writeWorkItem,
  diaryNext,
  diaryChains,
  diaryStatus,
  diaryDays,
  diaryReport,
  diarySearch,
  searchHistory,
  diaryPrepare,
  diaryRender,
  writeProjectSummary,
  writeReportTitle,
  writeEngagement,
  writeTeamLearning,
  diaryVerify,
  diaryCheckRef,
  diaryRange,
  diaryRangeReport,
  diaryEstimate,
  diaryGenerate,
  diaryRun,
  diaryCancel,
  diaryIndex,
  diarySources,
  diarySetRoots,
  diarySecrets,
  diarySession,
  diarySessionSearch,
  diaryCollect,
  diaryPublish,
  diaryReceiveReport,
  diaryPublished,
  diaryPublishedReport,
  diaryRemove,
  diaryPrices,
  diaryUpdatePrices,
  diaryWhy,
  diaryCosts,
  diaryRepositories,
  diaryWorkedDays,
  diaryBuild,
  diaryBuildStatus,
  diaryBuildCancel,
] as const satisfies readonly Operation<DiaryContext>[]
