import { homedir } from 'node:os'
import { join } from 'node:path'
import { openDb } from './db/open.ts'
import type { DiaryContext } from './diary/context.ts'
import { type DiarySettings, diaryDefaults } from './diary/settings.ts'
import { makeHandle } from './kernel/handles.ts'
import type { Clock } from './kernel/instants.ts'
import { localPrincipal } from './projects/roles.ts'
import { type RecordsContext, type RecordsSettings, recordsDefaults } from './records/context.ts'

/** Everything the operations need except who is calling. */
export interface App extends Omit<RecordsContext & DiaryContext, 'call'> {
  /** Where unexpected failures are told whole; their callers get a short reference only. */
  log: (line: string) => void
  close(): Promise<void>
}

export type AppContext = App & Pick<RecordsContext, 'call'>

export interface AppOptions {
  /** A PostgreSQL URL or the path of a SQLite file. */
  location: string
  records?: Partial<RecordsSettings>
  diary?: Partial<DiarySettings>
  clock?: Clock
  log?: (line: string) => void
}

/** The composition root: settings and a store become what operations run on. */
export async function openApp({
  location,
  records,
  diary,
  clock = Date.now,
  log = () => {},
}: AppOptions): Promise<App> {
  const db = await openDb({ location, warn: log })
  const diarySettings = { ...diaryDefaults(daybookHome(process.env)), ...diary }
  return {
    db,
    clock,
    log,
    makeSessionId: () => makeHandle('ses'),
    records: { ...recordsDefaults, ...records },
    diary: diarySettings,
    // The diary is the machine's own person's: to others nothing of it shows, not even whether something is there.
    async checkElsewhere(evidence, principal) {
      if (principal !== localPrincipal) return 'unchecked'
      const { checkDiaryEvidence } = await import('./diary/ports/check-evidence.ts')
      return checkDiaryEvidence(diarySettings, evidence)
    },
    close: () => db.close(),
  }
}

export function daybookHome(env: NodeJS.ProcessEnv): string {
  return env.DAYBOOK_HOME || join(homedir(), '.daybook')
}
