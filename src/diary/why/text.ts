import { labelOf } from '../../transcripts/agents.ts'
import type { WhyAnswer, WhyLine } from './ask.ts'
import type { WhyCommit, WhyTurn } from './schema.ts'

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
    ...turns.flatMap(turnText),
    ...records.map(record => `named in record ${record.id} ${record.title} (${record.state})`),
  ].join('\n')
}

function turnText(turn: WhyTurn): string[] {
  const { source, session_id, at, branch, lines, written, confidence, asked, prepared, records } = turn
  const about = [at, branch === null ? null : `branch ${branch}`, `lines ${lines}`].filter(each => each !== null)
  return [
    '',
    `  ${labelOf(source)} session ${session_id}, turn ${turn.turn} (${confidence}, ${written} lines${turn.made_commit ? ', made the commit' : ''})`,
    `  ${about.join(', ')}`,
    ...asked.map(({ text, lines: cited, sha256 }) => {
      const citation = `lines ${cited}${sha256 === null ? '' : ` sha256:${sha256.slice(0, 12)}`}`
      return `  asked: “${oneParagraph(text)}” [${citation}]`
    }),
    ...(prepared
      ? [
          `  work item: ${prepared.date} ${prepared.project_key} ${prepared.work_item_ref ?? 'none'}${
            prepared.title === null ? '' : ` ${prepared.title}`
          } (${prepared.session_ref}/${prepared.turn_ref})`,
        ]
      : []),
    ...records.map(record => `  record: ${record.id} ${record.title} (${record.state})`),
  ]
}

function oneParagraph(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
