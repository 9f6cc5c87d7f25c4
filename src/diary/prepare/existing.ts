import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { reject } from '../rejection.ts'
import { Metadata } from '../schema.ts'
import { readObject } from '../workspace/json-file.ts'
import { isWorkspace } from '../workspace/open.ts'
import { isSwapping } from '../workspace/swap.ts'
import { isAudited } from './audit.ts'

export const prepareModes = ['reuse', 'refresh', 'rebuild'] as const
export type PrepareMode = (typeof prepareModes)[number]

export type Step = 'create' | 'reuse' | 'refresh' | 'rebuild'

type Wanted = Omit<Metadata, 'schema_version' | 'prepared_at'>

/**
 * What has to be done with the workspace a day has, or has not (diary.md §5.4). `accept` takes what another process has
 * made just now, even if they are not through with telling of it.
 */
export async function stepFor(
  diaryRoot: string,
  root: string,
  wanted: Wanted,
  mode: PrepareMode | 'accept',
): Promise<Step> {
  if (!(await isWorkspace(root)) && !isSwapping(root)) return isEmpty(root) ? 'create' : 'rebuild'
  if (mode === 'rebuild') return 'rebuild'
  const stored = await readObject(join(root, 'metadata.json'))
  const metadata = Metadata.safeParse(stored.state === 'read' ? stored.value : undefined).data
  if (!metadata || metadata.report_date !== wanted.report_date) {
    reject('workspace', `the metadata of ${wanted.report_date} is not valid`, again)
  }
  if (metadata.timezone !== wanted.timezone || !sameWindow(metadata, wanted)) {
    reject('timezone', `${wanted.report_date} was prepared in another time zone`, again)
  }
  if (mode === 'accept') return 'reuse'
  if (mode === 'refresh' || metadata.status === 'partial') return 'refresh'
  // A process killed after publishing may not have recorded where the copies came from.
  return (await isAudited(diaryRoot, metadata)) ? 'reuse' : 'refresh'
}

/** A folder that holds only locks or what was kept aside cannot be replaced by a rename. */
function isEmpty(root: string): boolean {
  try {
    return readdirSync(root).length === 0
  } catch {
    return true
  }
}

const again = 'name that zone, or run daybook diary prepare --force to make the day anew'

function sameWindow(one: Wanted, other: Wanted): boolean {
  const { start, end } = one.report_window_utc
  return start === other.report_window_utc.start && end === other.report_window_utc.end
}
