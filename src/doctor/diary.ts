import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openForReading } from '../db/sqlite-connection.ts'
import { repositoryAround } from '../diary/archive/database.ts'
import { isDay } from '../diary/dates/calendar.ts'
import { type Home, lookAtHomes } from '../diary/prepare/sources.ts'
import { incompleteWords } from '../diary/report/text/certificate-text.ts'
import { Incomplete, type IncompleteReason } from '../diary/schema.ts'
import type { DiarySettings } from '../diary/settings.ts'
import { errorMessage } from '../kernel/fault.ts'
import { formatCount, formatSize } from '../kernel/numbers.ts'
import { joinFirst } from '../kernel/text.ts'
import { type Examination, type Finding, fail, ok, warn } from './finding.ts'

/** The transcripts of the agents, and what the diary keeps of them. */
export async function checkDiary({ settings: { diary }, quick }: Examination): Promise<Finding[]> {
  return [...(await checkHomes(diary)), checkIndex(diary, quick), checkArchive(diary, quick), checkDays(diary)]
}

async function checkHomes({ environment }: DiarySettings): Promise<Finding[]> {
  const homes = await lookAtHomes(environment)
  const found = homes.filter(({ roots }) => roots.some(({ state }) => state === 'ok' || state === 'unreadable'))
  if (found.length > 0) return found.map(checkOneHome)
  return [ok('transcripts', 'no transcripts of any agent found', 'Name other homes: diary.roots in the config file.')]
}

function checkOneHome({ source, roots, files, unreadable }: Home): Finding {
  const closed = roots.filter(({ state }) => state === 'unreadable').map(({ root }) => root)
  const bytes = files.reduce((sum, { stamp }) => sum + stamp.size, 0)
  const there = `${source}: ${formatCount(files.length, 'file')}, ${formatSize(bytes)}`
  if (closed.length > 0) return warn('transcripts', `${there}; cannot be read: ${closed.join(', ')}`, readable)
  return unreadable > 0
    ? warn('transcripts', `${there}; ${unreadable} cannot be looked at`, readable)
    : ok('transcripts', there)
}

const readable = 'Check that you may read the folder; until then the diary misses what is in it.'

/** The index holds nothing that cannot be made again, so a damaged one is only a warning. */
function checkIndex({ cacheDir }: DiarySettings, quick: boolean): Finding {
  const file = join(cacheDir, 'index.sqlite')
  const bytes = statSync(file, { throwIfNoEntry: false })?.size
  if (bytes === undefined) return ok('diary index', 'not there yet; the first prepare makes it')
  const trouble = troubleIn(file, quick)
  if (trouble === undefined) return ok('diary index', formatSize(bytes))
  return warn('diary index', `cannot be used: ${trouble}`, 'The next prepare rebuilds it; nothing is lost.')
}

function checkArchive({ archive: { enabled, dir, keepDays } }: DiarySettings, quick: boolean): Finding {
  const keeps = keepDays === null ? 'kept for good' : `kept for ${keepDays} days`
  if (!enabled) return ok('archive', 'off: transcripts are gone when their agent deletes them')
  if (repositoryAround(dir) !== null) {
    const todo = 'Set diary.archive.dir to a folder outside: what is shared must never hold transcripts.'
    return warn('archive', 'not used, because its folder is inside a repository', todo)
  }
  const file = join(dir, 'transcripts.sqlite')
  const bytes = statSync(file, { throwIfNoEntry: false })?.size
  if (bytes === undefined) return ok('archive', `not there yet; transcripts will be ${keeps}`)
  const trouble = troubleIn(file, quick)
  if (trouble === undefined) return ok('archive', `${formatSize(bytes)}, ${keeps}`)
  const todo = `Daybook leaves it as it is. Keep a copy, then move ${file} away: transcripts that still exist are archived again.`
  return fail('archive', `cannot be used: ${trouble}`, todo)
}

const hour = 3_600_000

function checkDays({ root }: DiarySettings): Finding {
  const work = join(root, 'work')
  const names = existsSync(work) ? readdirSync(work) : []
  const days = names.filter(isDay)
  const left = [
    ...names.filter(name => isStale(join(work, name))).map(name => join(work, name)),
    ...days.flatMap(day => leftIn(join(work, day))),
  ]
  if (left.length === 0) return checkComplete(work, days)
  const todo = 'Prepare any day: it finishes or removes them.'
  return warn(
    'diary',
    `${formatCount(days.length, 'day')}; left by a prepare that was cut off: ${left.join(', ')}`,
    todo,
  )
}

/** Names the days that miss something of their transcripts, with what it is. */
function checkComplete(work: string, days: readonly string[]): Finding {
  const incomplete = days.flatMap(day => {
    const missing = incompleteWords(missingIn(join(work, day, 'metadata.json')))
    return missing === '' ? [] : [`${day} (${missing})`]
  })
  if (incomplete.length === 0) return ok('diary', formatCount(days.length, 'day'))
  const named = joinFirst(incomplete.reverse(), 5)
  return warn('diary', `${formatCount(days.length, 'day')}; not final: ${named}`, updateOrRestore)
}

const updateOrRestore =
  'Update Daybook where the format is new, or put the transcripts back; then prepare the day again.'

function missingIn(file: string): IncompleteReason[] {
  try {
    return Incomplete.parse(JSON.parse(readFileSync(file, 'utf8')).incomplete)
  } catch {
    return []
  }
}

/** An exchange that was cut off is finished by the next command that works on its day. */
function leftIn(workspace: string): string[] {
  if (existsSync(join(workspace, '.swap.json'))) return [workspace]
  return readdirSync(workspace)
    .map(name => join(workspace, name))
    .filter(isStale)
}

function isStale(path: string): boolean {
  if (!/[\\/]\.staging-[^\\/]+$/.test(path)) return false
  const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  return made !== undefined && Date.now() - made > hour
}

const glance = 'pragma schema_version'
/** Reading the whole of a larger file would keep a person waiting. */
const readWhole = 2 * 1024 ** 3

/** What is wrong with a database, or undefined; only looked into. */
function troubleIn(file: string, quick: boolean): string | undefined {
  try {
    const database = openForReading(file)
    try {
      const pragma = quick || statSync(file).size > readWhole ? glance : 'pragma quick_check(1)'
      const [said = ''] = Object.values(database.prepare(pragma).get() ?? {}).map(String)
      return pragma === glance || said === 'ok' ? undefined : said.slice(0, 200)
    } finally {
      database.close()
    }
  } catch (error) {
    return errorMessage(error)
  }
}
