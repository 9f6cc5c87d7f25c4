import { z } from 'zod'
import { formatCount } from '../kernel/numbers.ts'

const VerifiedRow = z.object({
  check: z.string(),
  status: z.enum(['ok', 'none', 'fail']).describe('none: there is nothing to verify, or nothing to compare it with'),
  found: z.string(),
  todo: z.string().exactOptional().describe('The command that shows more of what failed'),
})
type VerifiedRow = z.output<typeof VerifiedRow>

const Counted = z.object({
  records: z.object({ ok: z.boolean(), projects: z.int(), records: z.int(), violations: z.int() }),
  citations: z
    .object({
      total: z.int(),
      verified: z.int(),
      changed: z.int(),
      missing: z.int(),
      unchecked: z.int(),
      forgotten: z.int(),
    })
    .describe('What records cite; that a cited file has changed since is no fault'),
  diary: z.object({
    days: z.int(),
    reports: z.int(),
    unreadable: z.int().describe('Reports that cannot be read'),
    altered: z.int().describe('Reports of which a file is not what Daybook wrote'),
    items: z.int().describe('Work items of these reports'),
    lost: z.int().describe('What reports were made from, evidence and work items, and is gone or cannot be read'),
    unknown: z.int().describe('Reports of earlier versions, which kept no hashes of them'),
    turns: z.int(),
    unaccounted: z.int().describe('Turns that are not accounted for exactly once'),
    sentences: z.int(),
    uncited: z.int().describe('Sentences that cite no lines'),
    spans: z.int().describe('Cited spans, and copies of transcripts'),
    mismatches: z.int().describe('Those of them that are not what was cited'),
    faulty_days: z.array(z.string()),
  }),
  context: z.object({ summaries: z.int(), altered: z.int().describe('Those that are not what was written') }),
  published: z
    .object({ versions: z.int(), altered: z.int().describe('Those that are not what was published') })
    .describe('Reports that were published here'),
  rooms: z.array(
    z.object({
      project: z.string(),
      path: z.string(),
      status: z.enum(['ok', 'tampered', 'unverifiable', 'absent']),
      receipts: z.int(),
    }),
  ),
  archive: z.object({ transcripts: z.int(), damaged: z.int() }).nullable(),
})
export type Counted = z.output<typeof Counted>

/** What `home_verify` answers. */
export const Verified = Counted.extend({
  ok: z.boolean().describe('Whether all of it holds'),
  rows: z.array(VerifiedRow).describe('The same in words, a line each'),
})
export type Verified = z.output<typeof Verified>

/** What was verified, in words. */
export function rowsOf({ records, citations, diary, context, published, rooms, archive }: Counted): VerifiedRow[] {
  return [
    recordsRow(records),
    citationsRow(citations),
    ...diaryRows(diary),
    ...writtenRow('context', 'text', context.summaries, context.altered, 'daybook context history'),
    ...writtenRow('published', 'version', published.versions, published.altered, 'daybook call diary_published'),
    ...rooms.map(roomRow),
    archiveRow(archive),
  ]
}

/** What was written once and is kept word for word; nothing where there is none. */
function writtenRow(check: string, noun: string, count: number, altered: number, command: string): VerifiedRow[] {
  if (count === 0) return []
  const all = formatCount(count, noun)
  if (altered === 0) return [held(check, `${all}; each is what was written`)]
  return [failed(check, `${all}; ${altered} changed since being written`, command)]
}

function recordsRow({ records, projects, violations }: Counted['records']): VerifiedRow {
  const all = `${formatCount(records, 'record')} in ${formatCount(projects, 'project')}`
  if (violations === 0) return held('records', `${all}; every version, link and index entry is sound`)
  return failed('records', `${all}; ${formatCount(violations, 'broken rule')}`, 'daybook records check')
}

function citationsRow({ total, ...verdicts }: Counted['citations']): VerifiedRow {
  if (total === 0) return none('citations', 'no record cites anything')
  const words = Object.entries(verdicts).flatMap(([verdict, count]) => (count > 0 ? [`${count} ${verdict}`] : []))
  // What is cited may change for good reasons; each record shows which of its evidence did.
  return held('citations', `${total} of records: ${words.join(', ')}`)
}

function diaryRows({ days, reports, ...counted }: Counted['diary']): VerifiedRow[] {
  if (reports === 0)
    return [none('diary', days === 0 ? 'no day was read yet' : `no report of ${formatCount(days, 'day')}`)]
  const { turns, sentences, spans, items, lost, unaccounted, uncited, mismatches, faulty_days } = counted
  const next = `daybook diary verify --date ${faulty_days[0]}`
  const where = `in ${formatCount(reports, 'report')} of ${formatCount(days, 'day')}`
  const judge = (what: string, faults: number, good: string, bad: string) =>
    faults === 0 ? held(what, good) : failed(what, bad, next)
  return [
    reportsRow(counted, formatCount(reports, 'report'), next),
    judge(
      'turns',
      unaccounted,
      `${formatCount(turns, 'turn')} ${where}; each is accounted for once`,
      `${unaccounted} of ${formatCount(turns, 'turn')} not accounted for once`,
    ),
    judge(
      'evidence',
      lost,
      `${formatCount(items, 'work item')} and the evidence of their turns; all of it is there`,
      `${formatCount(items, 'work item')}; ${formatCount(lost, 'piece')} of evidence or items gone, or not to be read`,
    ),
    judge(
      'sentences',
      uncited,
      `${formatCount(sentences, 'sentence')}; each cites lines`,
      `${uncited} of ${formatCount(sentences, 'sentence')} without lines`,
    ),
    judge(
      'lines',
      mismatches,
      `${formatCount(spans, 'span')} and copies; all are what was cited`,
      `${mismatches} of ${formatCount(spans, 'span')} and copies changed or missing`,
    ),
  ]
}

function reportsRow(
  { unreadable, altered, unknown }: Pick<Counted['diary'], 'unreadable' | 'altered' | 'unknown'>,
  all: string,
  next: string,
): VerifiedRow {
  const faults = [
    unreadable > 0 && `${unreadable} cannot be read`,
    altered > 0 && `${altered} changed since being written`,
  ]
  const bad = faults.filter(Boolean)
  if (bad.length > 0) return failed('reports', `${all}; ${bad.join(', ')}`, next)
  if (unknown > 0) return none('reports', `${all}; ${unknown} of an earlier version, which kept no hashes`)
  return held('reports', `${all}; each is what was written`)
}

function roomRow({ project, status, receipts }: Counted['rooms'][number]): VerifiedRow {
  const what = `room ${project}`
  const next = `daybook room verify --project ${project}`
  if (status === 'ok' && receipts === 0) return none(what, 'no receipts yet')
  if (status === 'ok') return held(what, `${formatCount(receipts, 'receipt')}; signatures, chain and outputs hold`)
  // The folder of a room may be on another machine.
  if (status === 'absent') return none(what, 'its folder is not here; bring it back, then: daybook room init <dir>')
  return failed(
    what,
    status === 'tampered' ? 'receipts were changed' : 'a key is missing, or a file cannot be read',
    next,
  )
}

function archiveRow(archive: Counted['archive']): VerifiedRow {
  if (archive === null) return none('archive', 'none')
  if (archive.transcripts === 0 && archive.damaged === 0) return none('archive', 'no transcript in it yet')
  if (archive.damaged > 0)
    return failed('archive', `damaged: ${formatCount(archive.damaged, 'transcript')}`, 'daybook doctor')
  return held('archive', `${formatCount(archive.transcripts, 'transcript')}; every piece is whole`)
}

function held(check: string, found: string): VerifiedRow {
  return { check, status: 'ok', found }
}

function none(check: string, found: string): VerifiedRow {
  return { check, status: 'none', found }
}

function failed(check: string, found: string, command: string): VerifiedRow {
  return { check, status: 'fail', found, todo: `See what: ${command}` }
}
