import { formatCount } from '../../kernel/numbers.ts'
import { labelOf } from '../../transcripts/agents.ts'
import { cut, oneLine } from '../extract/text.ts'
import type { WhyAnswer, WhyLine } from './ask.ts'
import { tieTexts } from './record-ties.ts'
import type { WhyCommit, WhyTurn } from './schema.ts'

/** An answer is read in a chat, too, where every word costs. */
const mostTurns = 5
const longestQuote = 400

/** The answer for a reader: from the commit to the turns, the words, the work item and the records. */
export function whyText({ line, commits }: WhyAnswer): string {
  const parts = [...(line ? [lineText(line)] : []), ...commits.map(commitText)]
  return parts.join('\n\n') || 'Nothing is committed there.'
}

function lineText({ path, line, text, commit, confidence, session_id, turn }: WhyLine): string {
  const by =
    turn === null ? 'no turn is known to have written it' : `turn ${turn} of session ${session_id} (${confidence})`
  return [`${path}:${line}  ${text.trim()}`, `${commit === null ? 'not committed' : commit.slice(0, 10)}; ${by}`].join(
    '\n',
  )
}

function commitText({ hash, subject, author, authored_at, confidence, reason, turns, records }: WhyCommit): string {
  return [
    `${hash.slice(0, 10)} ${subject}`,
    `${author}, ${authored_at}`,
    `${confidence}: ${reason}`,
    ...turns.slice(0, mostTurns).flatMap(turnText),
    ...(turns.length > mostTurns ? [`  and ${formatCount(turns.length - mostTurns, 'more turn')}`] : []),
    ...records.map(recordText),
  ].join('\n')
}

function turnText(turn: WhyTurn): string[] {
  const { source, session_id, at, branch, lines, confidence, asked, prepared, records } = turn
  const about = [at, branch === null ? null : `branch ${branch}`, `lines ${lines}`].filter(each => each !== null)
  return [
    '',
    `  ${labelOf(source)} session ${session_id}, turn ${turn.turn} (${[confidence, deedsOf(turn)].filter(each => each !== '').join(', ')})`,
    `  ${about.join(', ')}`,
    ...asked.map(({ text, lines: cited, sha256 }) => {
      const citation = `lines ${cited}${sha256 === null ? '' : ` sha256:${sha256.slice(0, 12)}`}`
      return `  asked: “${cut(oneLine(text), longestQuote)}” [${citation}]`
    }),
    ...(prepared
      ? [
          `  work item: ${prepared.date} ${prepared.project_key} ${prepared.work_item_ref ?? 'none'}${
            prepared.title === null ? '' : ` ${prepared.title}`
          } (${prepared.session_ref}/${prepared.turn_ref})`,
        ]
      : []),
    ...records.map(record => `  ${recordText(record)}`),
  ]
}

function deedsOf({ written, made_commit, minutes_before, files }: WhyTurn): string {
  return [
    ...(written > 0 ? [formatCount(written, 'line')] : []),
    ...(made_commit ? ['made the commit'] : []),
    ...(typeof minutes_before === 'number'
      ? [
          `${files.length > 0 ? 'changed its files' : 'worked on its branch'} ${formatCount(minutes_before, 'minute')} before`,
        ]
      : []),
  ].join(', ')
}

function recordText({ id, title, state, superseded_by, because }: WhyCommit['records'][number]): string {
  const standing = superseded_by === undefined ? state : `superseded by ${superseded_by}`
  return `record ${id} ${title} (${standing}${because ? `, ${tieTexts[because]}` : ''})`
}
