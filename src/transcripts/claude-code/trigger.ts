import { insideTag, objectAt, type TranscriptRecord, textAt, wordsAt } from '../record.ts'
import type { TriggerKind } from '../source.ts'
import { blocksOf, resultText, textOf } from './content.ts'
import { isMachineText, startsWithAny, typedText, withoutReminders } from './machine-text.ts'

/** Whether a record begins a turn, and with whose words (transcripts.md §3.3). */
type RecordMeaning =
  | { is: 'trigger'; kind: TriggerKind; text: string }
  /** A slash command: a trigger unless what follows is the client's own answer to it. */
  | { is: 'command'; text: string }
  | { is: 'interrupt' }
  | { is: 'shell_note'; text: string }
  | { is: 'other' }

const other: RecordMeaning = { is: 'other' }

const localCommands = new Set(
  'add-dir agents bashes bug clear compact config context cost doctor exit export feedback help hooks ide install-github-app login logout mcp memory model output-style permissions plugin privacy-settings quit release-notes rename resume rewind sandbox skills stats status statusline tasks terminal-setup theme todos upgrade usage vim'.split(
    ' ',
  ),
)

/** Where a command is written out its answer shows that it is local; in the queue only its name does. */
const newerLocalCommands = new Set(
  'advisor branch brief btw chrome color copy desktop diff effort extra-usage fast files fork heapdump insights keybindings mobile passes reload-plugins remote-control remote-env stickers tag thinkback version voice'.split(
    ' ',
  ),
)

/** `/compact`, which newer clients write as it was typed. */
function isLocalCommand(text: string): boolean {
  const [, name = '', rest = ''] = /^\/([a-z-]{1,30})(?: ([^\n]*))?$/.exec(text) ?? []
  return localCommands.has(name) || (rest === '' && newerLocalCommands.has(name))
}

const shellTexts = ['<bash-input>', '<bash-stdout>', '<bash-stderr>']
const localAnswers = ['<local-command-stdout>', '<local-command-stderr>']

/** Rules C3 to C12 of transcripts.md §3.3; every line names the rule that decides there. */
export function userVerdict(record: TranscriptRecord): RecordMeaning {
  const message = objectAt(record, 'message')
  if (record.type !== 'user' || message?.role !== 'user') return other // C3
  if (record.isSidechain === true || record.isMeta === true || record.isCompactSummary === true) return other // C4
  if (hasResults(message.content)) {
    const words = wordsInToolRow(record, message.content)
    return words === null ? other : { is: 'trigger', kind: 'steering', text: words } // C5
  }
  if (wordsAt(record, 'sourceToolAssistantUUID') !== undefined) return other // C5
  const origin = textAt(objectAt(record, 'origin'), 'kind')
  if (origin !== undefined && origin !== 'human' && origin !== 'channel') return other // C6
  if (origin === undefined && record.promptSource === 'system') return other // C6
  const text = textOf(message.content)
  if (text.startsWith(interruptMark)) return { is: 'interrupt' } // C7
  if (text.startsWith('<command-name>') || text.startsWith('<command-message>')) return commandVerdict(text) // C8
  const human = withoutReminders(text)
  if (startsWithAny(human, shellTexts)) return { is: 'shell_note', text: human } // C9
  if (isMachineText(human) || isLocalCommand(human)) return other // C9
  if (human !== '') return { is: 'trigger', kind: origin === 'channel' ? 'channel' : 'message', text: human } // C10
  const shown = blocksOf(message.content).some(({ type }) => type === 'image' || type === 'document')
  return shown ? { is: 'trigger', kind: 'context', text: '' } : other // C11, C12
}

/** C1: what the user typed while the agent worked. */
export function steeringText(record: TranscriptRecord): string | null {
  const attachment = objectAt(record, 'attachment')
  if (record.type !== 'attachment' || attachment?.type !== 'queued_command') return null
  const mode = textAt(attachment, 'commandMode')
  if (mode !== undefined && mode !== 'prompt') return null
  if (record.isMeta === true || attachment.isMeta === true || record.isSidechain === true) return null
  const origin = textAt(objectAt(attachment, 'origin') ?? objectAt(record, 'origin'), 'kind')
  if (origin !== undefined && origin !== 'human' && origin !== 'channel') return null
  return queuedText(textOf(attachment.prompt))
}

/** A person's words from the queue; a command to the client itself is none. */
export function queuedText(text: string): string | null {
  const typed = typedText(text)
  const name = typed?.startsWith('/') ? typed.slice(1).split(/\s/, 1)[0] : undefined
  return name !== undefined && (localCommands.has(name) || newerLocalCommands.has(name)) ? null : typed
}

/** The announcement that a task in the background has ended. */
export function noticeIn(record: TranscriptRecord): string | null {
  const text = textOf(objectAt(record, 'message')?.content ?? objectAt(record, 'attachment')?.prompt)
  return text.startsWith('<task-notification>') ? text : null
}

/** What the client itself wrote after a slash command: its own answer, or words that it passes on to the agent. */
export function wroteByClient(record: TranscriptRecord): 'answer' | 'words for the agent' | null {
  const text = textOf(objectAt(record, 'message')?.content)
  if (record.isMeta === true) return typedText(text) === null ? null : 'words for the agent'
  return startsWithAny(text, localAnswers) ? 'answer' : null
}

function commandVerdict(text: string): RecordMeaning {
  const name = (insideTag(text, 'command-name') ?? insideTag(text, 'command-message') ?? '').trim().replace(/^\//, '')
  if (localCommands.has(name)) return other
  return { is: 'command', text: `/${name} ${(insideTag(text, 'command-args') ?? '').trim()}`.trim() }
}

/** How the client begins the result of a call that a person refused. */
const refusal = "The user doesn't want to"
const saidMark = /\bthe user said:\s/i
/** What it may add after the person's words. */
const noteMark = "\n\nNote: The user's next message may contain a correction"
/** The client's own words for a button a person pressed; only their first line says what the person wants. */
const buttons = ['The user wants to clarify these questions.', 'The user has indicated ']

function hasResults(content: unknown): boolean {
  return Array.isArray(content) && content.some(block => block?.type === 'tool_result')
}

/** What a person said in a row of tool results: why a call was refused, or a text beside the results. */
function wordsInToolRow(record: TranscriptRecord, content: unknown): string | null {
  const blocks = blocksOf(content)
  const refused = blocks.flatMap(block => (isRefusal(record, block) ? (refusalWords(resultText(block)) ?? []) : []))
  const beside = textOf(blocks.filter(({ type }) => type === 'text'))
  const typed = beside.startsWith(interruptMark) ? null : typedText(beside)
  const words = typed === null ? refused : [...refused, typed]
  return words.length > 0 ? words.join('\n') : null
}

export const interruptMark = '[Request interrupted by user'

/** Whether a person refused the call that a result answers. */
export function isRefusal(record: TranscriptRecord, block: TranscriptRecord): boolean {
  if (block.type !== 'tool_result') return false
  const hasKind = record.toolDenialKind !== undefined && record.toolDenialKind !== null
  return hasKind || (block.is_error === true && resultText(block).startsWith(refusal))
}

function refusalWords(text: string): string | null {
  const mark = saidMark.exec(text)
  if (!mark) return null
  const said = text.slice(mark.index + mark[0].length)
  const note = said.indexOf(noteMark)
  const words = (note < 0 ? said : said.slice(0, note)).trim()
  const isButton = buttons.some(button => words.startsWith(button))
  return (isButton ? words.split('\n', 1)[0] : words) || null
}
