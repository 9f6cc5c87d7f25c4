import { isObject, listAt, objectAt, type TranscriptRecord, textAt, textsOf } from '../record.ts'

/** How the log writes a user's message: as the model got it, as the event shown, or as a finished item. */
type UserMark = 'R' | 'E' | 'I'

export interface UserRecord {
  mark: UserMark
  text: string
  /** What decides whether the client wrote it. */
  beginning: string
  hasImage: boolean
}

export function userRecordOf(record: TranscriptRecord): UserRecord | null {
  const payload = objectAt(record, 'payload')
  if (!payload) return null
  if (record.type === 'response_item' && payload.type === 'message' && payload.role === 'user')
    return asMessage(payload)
  if (record.type !== 'event_msg') return null
  if (payload.type === 'user_message') return asEvent(payload)
  return payload.type === 'item_completed' ? asItem(objectAt(payload, 'item')) : null
}

/** The texts of a message's parts. */
export function partTexts(holder: TranscriptRecord | undefined): string[] {
  return textsOf(listAt(holder, 'content'))
}

const imageMark = /^<(?:image|image name=[^>]*|\/image)>$/

function asMessage(payload: TranscriptRecord): UserRecord {
  const texts = partTexts(payload).filter(text => !imageMark.test(text))
  return {
    mark: 'R',
    text: requestIn(texts.join('\n')),
    beginning: texts.find(text => text.trim() !== '') ?? '',
    hasImage: listAt(payload, 'content').some(part => isObject(part) && part.type === 'input_image'),
  }
}

function asEvent(payload: TranscriptRecord): UserRecord {
  const text = textAt(payload, 'message') ?? ''
  const hasImage = listAt(payload, 'images').length > 0 || listAt(payload, 'local_images').length > 0
  return { mark: 'E', text: requestIn(text), beginning: text, hasImage }
}

function asItem(item: TranscriptRecord | undefined): UserRecord | null {
  if (item?.type !== 'UserMessage') return null
  const text = partTexts(item).join('\n')
  return { mark: 'I', text: requestIn(text), beginning: text, hasImage: false }
}

/** Editors put what is open in them before the person's words, which the client looks for under this heading too. */
const request = '## My request for Codex:'

function requestIn(text: string): string {
  if (!text.trimStart().startsWith('# ')) return text
  const at = text.indexOf(`\n${request}`)
  const words = at < 0 ? '' : text.slice(at + 1 + request.length).trim()
  return words === '' ? text : words
}

const beginnings = [
  '<environment_context>',
  '<environment_context_delta>',
  '<browser_snapshot>',
  '<apps_instructions>',
  '<skills_instructions>',
  '<plugins_instructions>',
  '<collaboration_mode>',
  '<realtime_conversation>',
  '<permissions instructions>',
  '<model_switch>',
  '<personality_spec>',
  '<user_action>',
  '<turn_aborted>',
  '<subagent_notification>',
  '<INSTRUCTIONS>',
  '<user_instructions>',
  '<user_shell_command>',
  '<skill>',
  '<recommended_plugins>',
  '<codex_internal_context',
  '<goal_context>',
  '<hook_prompt',
  'A previous agent produced the plan below',
  'Another language model started to solve this problem',
  '# AGENTS.md instructions for ',
]

/** Whether the client, not the user, wrote a user message. */
export function isSourceContext(text: string): boolean {
  const start = text.trimStart()
  if (beginnings.some(beginning => start.startsWith(beginning))) return true
  return start.startsWith('# AGENTS.md') && start.includes('<INSTRUCTIONS>')
}

/** Whether it says what became of the turn before it, rather than preparing the next. */
export function isReaction(text: string): boolean {
  const start = text.trimStart()
  return start.startsWith('<turn_aborted>') || start.startsWith('<subagent_notification>')
}

export function isUserShell(text: string): boolean {
  return text.trimStart().startsWith('<user_shell_command>')
}
