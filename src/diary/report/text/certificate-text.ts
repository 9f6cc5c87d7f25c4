import { formatCount, formatNumber, formatSize } from '../../../kernel/numbers.ts'
import { asSentence } from '../../../kernel/words.ts'
import type { IncompleteReason } from '../../schema.ts'
import type { Certificate, DailyReport } from '../schema.ts'
import { checkVerdictsText } from './numbers.ts'

/** A certificate in sentences, the same for every view. */
export function certificateLines(certificate: Certificate): string[] {
  const { producers, subagents, incomplete } = certificate
  const checks = checkVerdictsText(certificate.checks)
  return [
    turnsText(certificate.turns),
    ...forgottenText(certificate.forgotten),
    bytesText(certificate.bytes),
    checks === '' ? 'No check ran.' : asSentence(checks),
    subagents.started === 0 ? 'No sub-agent was asked for.' : subagentsText(subagents),
    ...writtenByText(producers),
    ...(incomplete.length > 0 ? [`Incomplete: ${incompleteWords(incomplete)}.`] : []),
  ]
}

/** The limits shown with every reading of people's words. */
export const engagementLimit = 'This reads the text of one day. It describes what was written and never rates a person.'
export const learningLimit = 'This reads one day. What was seen once is no habit, and nothing here rates a person.'

type State = Pick<DailyReport, 'status' | 'certificate'>

/** Whether anything can still come to the day, and what is missing of it. */
export function stateText(report: State): string {
  if (report.status === 'final') return 'final'
  if (isOfUnfinishedDay(report)) return 'the day is not over yet'
  return `incomplete: ${incompleteWords(report.certificate?.incomplete ?? [])}`
}

/** Whether the day was going on when its report was made. */
export function isOfUnfinishedDay({ status, certificate }: State): boolean {
  return status === 'partial' && (certificate?.incomplete ?? []).length === 0
}

function turnsText({ indexed, with_evidence, in_items }: Certificate['turns']): string {
  if (indexed === 0) return 'The day has no turn.'
  if (with_evidence === indexed && in_items === indexed) {
    return indexed === 1
      ? 'The only turn has evidence and is in one work item.'
      : `All ${formatNumber(indexed)} turns have evidence, and each is in exactly one work item.`
  }
  return `Of ${formatCount(indexed, 'turn')}, ${formatNumber(with_evidence)} have evidence and ${formatNumber(in_items)} are in exactly one work item.`
}

/** Turns that nothing is left of are counted all the same, so that every turn of the day is accounted for. */
function forgottenText({ sessions, turns }: Certificate['forgotten']): string[] {
  if (sessions === 0) return []
  const were = sessions === 1 ? 'was forgotten, and its' : 'were forgotten, and their'
  const are = turns === 1 ? 'is' : 'are'
  return [`${formatCount(sessions, 'session')} ${were} ${formatCount(turns, 'turn')} ${are} in no other count.`]
}

const readerNames: { [producer: string]: string } = { builtin: 'the built-in reader', unknown: 'an unknown author' }

/** Who wrote the evidence and the work items; with several, also how much each did. */
function writtenByText(producers: Certificate['producers']): string[] {
  const writers = Object.entries(producers)
  if (writers.length === 0) return []
  const named = writers.map(([name, count]) => {
    const writer = readerNames[name] ?? name
    return writers.length === 1 ? writer : `${writer} (${formatCount(count, 'piece')})`
  })
  return [`Written by ${named.join(' and ')}.`]
}

const maxReasons = 4

function bytesText(bytes: Certificate['bytes']): string {
  if (!bytes) return 'How much of the transcripts was read is not known: the day was prepared by an earlier version.'
  const { total, read, lost } = bytes
  const reasons = Object.entries(bytes.skipped).sort(([, one], [, other]) => other - one)
  const skipped = reasons.reduce((sum, [, size]) => sum + size, 0)
  const named = reasons.slice(0, maxReasons).map(([reason, size]) => `${reason} ${formatSize(size)}`)
  const others = reasons.length > maxReasons ? [formatCount(reasons.length - maxReasons, 'more reason')] : []
  const why = named.length > 0 ? ` (${[...named, ...others].join(', ')})` : ''
  return `Transcripts of ${formatSize(total)}: ${formatSize(read)} read, ${formatSize(skipped)} skipped${why}, ${lost === 0 ? 'nothing' : formatSize(lost)} lost.`
}

function subagentsText({ started, read }: Certificate['subagents']): string {
  // A call that names no known sub-agent starts none.
  const own = read >= started ? 'all of them were read' : `${formatNumber(read)} of them were read`
  return `${formatCount(started, 'sub-agent')} asked for, ${own}.`
}

/** What is said of a day that is over and still not final. */
const words: { [reason in IncompleteReason]: string } = {
  'unknown-format': 'records of a format that this version does not know',
  'cut-off': 'a transcript ends in the middle of a record or is shorter than it was',
  rewritten: 'a transcript was rewritten after it was read',
  'unreadable-lines': 'lines of a transcript cannot be read',
  'left-out': 'a transcript could not be copied and was left out',
  'missing-subagents': 'transcripts of sub-agents are missing',
}

/** Why a day is not final, as one phrase; empty when nothing is missing. */
export function incompleteWords(reasons: readonly IncompleteReason[]): string {
  return reasons.map(reason => words[reason]).join('; ')
}
