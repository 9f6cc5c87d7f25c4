import type { FaultCode } from '../../src/kernel/fault.ts'
import { isObject, objectsIn } from '../../src/kernel/json.ts'
import { asSentence } from '../../src/kernel/words.ts'
import type { RoomFaultCode } from '../../src/room/faults.ts'
import type { fileFaults } from '../../src/room/workspace/serve.ts'
import { type Input, type OperationName, type Output, type RoomOperationName, toolsetOf } from './operations.ts'
import { setSignedOut } from './state/signed-out.ts'

/** Codes of the room's refusals, as they are on the wire. */
type RoomCode = RoomFaultCode | keyof typeof fileFaults

/** One problem the diary or the context part reports: where, what, and how to fix it. */
export interface Problem {
  at: string
  message: string
  hint: string
}

/** A failed call. INVALID comes from the diary; OFFLINE means that no answer came at all. */
export class CallFault extends Error {
  override readonly name = 'CallFault'
  constructor(
    readonly code: FaultCode | RoomCode | 'OFFLINE' | 'INVALID',
    message: string,
    readonly hint: string,
    readonly details: { [key: string]: unknown } = {},
    /** Problems by field, from the diary and the context part; empty in faults of the records. */
    readonly problems: readonly Problem[] = [],
  ) {
    super(message)
  }
}

interface Answer {
  status: number
  body: unknown
}

let earlyAnswers = new Map<string, Answer>()

/** Answers that came with the document, to the calls its page begins with. Each is used once: later it may be out of date. */
export function keepEarlyAnswers(text: string): void {
  const answers = JSON.parse(text) as [call: string, status: number, body: unknown][]
  earlyAnswers = new Map(answers.map(([call, status, body]) => [call, { status, body }]))
}

/** Whether this call is answered without asking the server. */
export function isAnsweredEarly<N extends OperationName>(name: N, input: Input<N>): boolean {
  return earlyAnswers.has(callKey(pathOf(name), input))
}

/** The only way from the page to the program. */
export async function call<N extends OperationName>(
  name: N,
  input: Input<N>,
  signal?: AbortSignal,
): Promise<Output<N>> {
  const path = pathOf(name)
  return outputOf<N>(takeEarlyAnswer(path, input) ?? (await answerOf(await post(path, input, signal))))
}

/** The same for the room, whose operations take the project from a request header, not from the input. */
export async function callRoom<N extends RoomOperationName>(
  project: string,
  name: N,
  input: Input<N>,
  signal?: AbortSignal,
): Promise<Output<N>> {
  return outputOf<N>(await answerOf(await post(`/api/room/${name}`, input, signal, { 'x-daybook-project': project })))
}

export function isFault(error: unknown, ...codes: CallFault['code'][]): error is CallFault {
  return error instanceof CallFault && (codes.length === 0 || codes.includes(error.code))
}

/** Whether the diary refused a call because of one of these fields. */
export function isProblemAt(error: unknown, ...places: string[]): error is CallFault {
  return error instanceof CallFault && error.problems.some(({ at }) => places.includes(at))
}

function takeEarlyAnswer(path: string, input: unknown): Answer | undefined {
  const key = callKey(path, input)
  const answer = earlyAnswers.get(key)
  earlyAnswers.delete(key)
  return answer
}

function pathOf(name: OperationName): string {
  return `/api/${toolsetOf(name)}/${name}`
}

/** As the server names it. */
function callKey(path: string, input: unknown): string {
  return `${path} ${JSON.stringify(input)}`
}

async function answerOf(response: Response): Promise<Answer> {
  return { status: response.status, body: await readJson(response) }
}

function outputOf<N extends OperationName>({ status, body }: Answer): Output<N> {
  // The operation's output schema was checked by the server just before it answered.
  if (status < 300 && body !== undefined) return body as Output<N>
  throw faultOf(body, status)
}

export function readJson(response: Response): Promise<unknown> {
  return response.json().catch(() => undefined)
}

/** A call as the program takes it; throws when no answer comes. */
export async function post(
  path: string,
  input: unknown,
  signal: AbortSignal | undefined,
  more: { [name: string]: string } = {},
): Promise<Response> {
  const headers = { 'content-type': 'application/json', accept: 'application/json', ...more }
  try {
    const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(input), signal: signal ?? null })
    setSignedOut(response.status === 401 ? await reasonOf401(response.clone()) : undefined)
    return response
  } catch (error) {
    if (signal?.aborted) throw error
    throw new CallFault(
      'OFFLINE',
      'Daybook does not answer.',
      'Check that “daybook serve” or “npm start” is still running, then try again. Drafts are kept in this browser.',
    )
  }
}

async function reasonOf401(response: Response): Promise<string> {
  return (await response.text()).includes('"token_expired"') ? 'token_expired' : 'token_required'
}

/** What an answer refuses, from any part. */
export function faultOf(answer: unknown, status: number): CallFault {
  const fault = wireFault(answer)
  // The room's messages name the next step themselves; its hints name addresses, for programs.
  const isOfRoom = fault !== undefined && fault.code === fault.code.toLowerCase()
  if (fault) return new CallFault(fault.code, fault.message, (!isOfRoom && fault.recovery_hint) || '', fault.details)
  const failure = wireFailure(answer)
  if (failure) return new CallFault(failure.code, failure.text, '', {}, shapeProblems(failure))
  const [first, ...others] = wireProblems(answer)
  if (first) {
    const code = status === 503 ? 'BUSY' : status === 401 || status === 403 ? 'FORBIDDEN' : 'INVALID'
    return new CallFault(code, asSentence(first.message), asSentence(first.hint), {}, [first, ...others])
  }
  return new CallFault(
    'INTERNAL',
    `Daybook answered with HTTP ${status}.`,
    'Try again; if the problem persists, run “daybook doctor”.',
  )
}

interface WireFault {
  code: FaultCode | RoomCode
  message: string
  details?: { [key: string]: unknown }
  recovery_hint?: string
}

export function wireFault(answer: unknown): WireFault | undefined {
  const error = isObject(answer) ? answer.error : undefined
  const isWhole = isObject(error) && 'code' in error && 'message' in error
  // Written from the server's own table of faults.
  return isWhole ? (error as unknown as WireFault) : undefined
}

/** A failure of the context part: one text for people and models, and a code. */
interface WireFailure {
  code: FaultCode
  text: string
}

function wireFailure(answer: unknown): WireFailure | undefined {
  const isWhole = isObject(answer) && 'isError' in answer && 'code' in answer && 'text' in answer
  // Written from the server's own table of faults.
  return isWhole ? (answer as unknown as WireFailure) : undefined
}

/** One problem for each line that names a field and its rule; the accepted keys are for programs. */
function shapeProblems({ code, text }: WireFailure): Problem[] {
  if (code !== 'INVALID_INPUT') return []
  return [...text.matchAll(/^Invalid input: ([\w.[\]]+): (.+)$/gm)].map(([, at = '', message = '']) => ({
    at,
    message: asSentence(message),
    hint: '',
  }))
}

/** `{status: "invalid", errors}`: reads name a field, writes a path. */
function wireProblems(answer: unknown): Problem[] {
  return objectsIn(isObject(answer) && answer.errors).map(({ path, field, message, hint }) => ({
    at: String(path ?? field),
    message: String(message),
    hint: String(hint),
  }))
}
