import { filesOf, type Operation } from '../kernel/operation.ts'
import type { DiaryContext } from './context.ts'
import * as build from './operations/diary-build.ts'
import { diaryChains } from './operations/diary-chains.ts'
import { diaryCollect } from './operations/diary-collect.ts'
import * as commits from './operations/diary-commits.ts'
import { diaryCosts } from './operations/diary-costs.ts'
import * as days from './operations/diary-days.ts'
import { diaryEstimate } from './operations/diary-estimate.ts'
import { diaryExportWhy } from './operations/diary-export-why.ts'
import * as forget from './operations/diary-forget.ts'
import { diaryNext } from './operations/diary-next.ts'
import { diaryPublish } from './operations/diary-publish.ts'
import * as report from './operations/diary-report.ts'
import { diarySearch } from './operations/diary-search.ts'
import { diarySecrets } from './operations/diary-secrets.ts'
import { diarySession } from './operations/diary-session.ts'
import { diarySessionSearch } from './operations/diary-session-search.ts'
import * as sources from './operations/diary-sources.ts'
import { diaryStatus } from './operations/diary-status.ts'
import * as verifying from './operations/diary-verify.ts'
import { diaryWhy } from './operations/diary-why.ts'
import * as narration from './operations/narration.ts'
import * as preparing from './operations/preparing.ts'
import * as prices from './operations/prices.ts'
import * as published from './operations/published.ts'
import { readSessionLines } from './operations/read-session-lines.ts'
import * as runs from './operations/runs.ts'
import { searchHistory } from './operations/search-history.ts'
import * as sessionOutline from './operations/session-outline.ts'
import * as writing from './operations/write-evidence.ts'

/** The part's operations in wire order: the three of the contract, then those added to them. */
export const diaryOperations = [
  readSessionLines,
  writing.writeEvidence,
  writing.writeWorkItem,
  diaryNext,
  diaryChains,
  diaryStatus,
  days.diaryDays,
  report.diaryReport,
  diarySearch,
  searchHistory,
  diaryWhy,
  preparing.diaryPrepare,
  report.diaryRender,
  narration.writeProjectSummary,
  narration.writeReportTitle,
  narration.writeEngagement,
  narration.writeTeamLearning,
  verifying.diaryVerify,
  verifying.diaryCheckRef,
  report.diaryRange,
  report.diaryRangeReport,
  diaryEstimate,
  runs.diaryGenerate,
  runs.diaryRun,
  runs.diaryCancel,
  preparing.diaryIndex,
  sources.diarySources,
  sources.diarySetRoots,
  diarySecrets,
  diarySession,
  diarySessionSearch,
  diaryCollect,
  diaryPublish,
  published.diaryReceiveReport,
  published.diaryPublished,
  published.diaryPublishedReport,
  days.diaryRemove,
  prices.diaryPrices,
  prices.diaryUpdatePrices,
  diaryCosts,
  commits.diaryRepositories,
  days.diaryWorkedDays,
  build.diaryBuild,
  build.diaryBuildStatus,
  build.diaryBuildCancel,
  forget.diaryForget,
  forget.diaryForgotten,
  diaryExportWhy,
  commits.diaryCommits,
  commits.diarySessionCommits,
  report.diaryStandup,
  sessionOutline.diarySessionOutline,
  sessionOutline.diarySubagentLines,
] as const satisfies readonly Operation<DiaryContext>[]

/** The operations that share a file of `operations/` with others, with its name. */
export const diaryFiles = filesOf({
  'diary-build': build,
  'diary-commits': commits,
  'diary-days': days,
  'diary-forget': forget,
  'diary-report': report,
  'diary-sources': sources,
  'diary-verify': verifying,
  narration,
  preparing,
  prices,
  published,
  runs,
  'session-outline': sessionOutline,
  'write-evidence': writing,
})
