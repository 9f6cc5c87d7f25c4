import { randomBytes } from 'node:crypto'
import { type Role, roleNamed } from '../agents/roles.ts'
import type { FileClass } from '../workspace/vfs.ts'

/** One result of the round as it is shown to every participant. */
export interface BufferedResult {
  receiptId: string
  toolId: string
  ok: boolean
  errorCode?: string
  /** Already rendered and cut to its share. */
  text: string
}

/** The data of a round and how to take part in it. */
export function injectionBlock(roleLabel: string, results: readonly BufferedResult[], border?: () => string): string {
  const sentence = `The following data was retrieved for this discussion. You are ${roleLabel}. If this is relevant to your expertise, provide your perspective. If not, respond with only: ABSTAIN`
  if (results.length === 0) return `${sentence}\n\nNo data was gathered in this round.`
  return [sentence, ...results.map(result => resultBlock(result, border))].join('\n\n')
}

export function resultBlock({ receiptId, toolId, ok, errorCode, text }: BufferedResult, border?: () => string): string {
  const state = ok ? 'ok' : `Tool error: ${errorCode ?? 'internal'}`
  return dataBlock(toolId, [`receipt_id: ${receiptId}`, state, text].join('\n'), border)
}

/** How many bytes each result may take of what all may take together; what one leaves is passed on in order. */
export function fairShares(sizes: readonly number[], each: number, together: number): number[] {
  const share = sizes.length === 0 ? 0 : Math.floor(together / sizes.length)
  let spare = 0
  return sizes.map(size => {
    const most = Math.min(each, share + spare)
    const taken = Math.min(size, most)
    spare = share + spare - taken
    return most
  })
}

/** Text that is material and never an instruction, between borders that it cannot contain and that cannot be guessed. */
export function dataBlock(label: string, text: string, border: () => string = randomBorder): string {
  let mark = border()
  while (text.includes(mark)) mark = border()
  return `<<<DATA ${mark} ${label}\n${text}\nDATA ${mark}>>>`
}

function randomBorder(): string {
  return randomBytes(4).toString('hex')
}

/** What the model may answer in a step where a tool can be called. */
export interface ProtocolStep {
  allowedTools: readonly string[]
  stepsLeft: number
  required: boolean
  /** The tool pass of a round only gathers. */
  phase1: boolean
  nonce: string
}

/** The last block of a step, so that no data is the last word. */
export function protocolBlock({ allowedTools, stepsLeft, required, phase1, nonce }: ProtocolStep): string {
  return [
    'Tool Call Protocol (STRICT JSON ONLY)',
    'To call a tool, answer with exactly one JSON object and nothing else: no prose, no fence, no second object.',
    '{"tool":"<id>","args":{…},"nonce":"<the nonce below>"}',
    `Allowed tools: ${allowedTools.join(', ')}. Calls left: ${stepsLeft}.`,
    ...(required ? ['TOOL_CALL_REQUIRED: true'] : [withoutTool(phase1)]),
    `TOOL_NONCE: ${nonce}`,
  ].join('\n')
}

/** What follows a result while another call is possible. */
export function decisionBlock(
  { allowedTools, stepsLeft, nonce }: Omit<ProtocolStep, 'required' | 'phase1'>,
  bytesLeft: number,
): string {
  return [
    `Calls left: ${stepsLeft}. Bytes of results left: ${bytesLeft}. Allowed tools: ${allowedTools.join(', ')}.`,
    'Answer with exactly one JSON object and nothing else, one of:',
    '{"action":"tool","tool":"<id>","args":{…},"nonce":"<the nonce below>"}',
    '{"action":"final","nonce":"<the nonce below>"}',
    `TOOL_NONCE: ${nonce}`,
  ].join('\n')
}

function withoutTool(phase1: boolean): string {
  return phase1
    ? 'In this pass data is only gathered; nobody reads prose. If no tool is needed, answer with NO_TOOLS_NEEDED.'
    : 'If no tool is needed, answer in prose that does not begin with {.'
}

const classWords: { readonly [name in FileClass]: string } = {
  outline: 'the outline',
  scene: 'scenes',
  compendium: 'compendium cards',
  canon: 'Canon.md',
  other: 'other files',
}

/** What an answer must carry to be accepted. */
export function evidenceRules(roleGiven: string, narrowed: readonly FileClass[] | undefined): string {
  const role = roleNamed(roleGiven)
  return [
    'Your answer must contain exactly one line that starts with "Evidence:". It takes one of four forms:',
    'Evidence: [content] Story/Scenes/SCN-04-the-causeway.md line 7: "the exact words of that line" receipt_id: rcpt_0a1b2c3d4e5f',
    'Evidence: [structural] Story/SCN-outline.md entry 3 receipt_id: rcpt_0a1b2c3d4e5f',
    'Evidence: [absence] I checked scenes 1–6 and found no mention of "lighthouse" receipt_id: rcpt_0a1b2c3d4e5f',
    'Evidence: [access] ACCESS_REQUEST: Compendium/Characters/CHAR-tobin-ash.md',
    `Cite ${sourceWords(role, narrowed)}.`,
    'What you say about the content of a file needs an exact quote from it. What you say about structure needs a line, a section or an outline entry. That something is absent needs the scope you checked. What you cannot see, ask for with ACCESS_REQUEST.',
    'When tools ran, name the receipt_id of the result you rely on. The ids above are examples; use only ids you were given.',
    'Begin with the answer itself: no plan, no account of how you will proceed, no tool syntax, no code fence.',
  ].join('\n')
}

/** The same in one line, where the data is between the rules and the answer. */
export const evidenceReminder =
  'Give exactly one line starting with "Evidence:" in one of the four forms, with an exact quote or place and the receipt_id of the data you rely on.'

function sourceWords({ sources, mayCiteIssues }: Role, narrowed: readonly FileClass[] | undefined): string {
  const allowed = sources.filter(source => narrowed === undefined || narrowed.includes(source))
  const words = [...allowed.map(source => classWords[source]), ...(mayCiteIssues ? ['issues'] : [])]
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}
