import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  acceptedContent,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { ifExists } from '../../files/if-exists.ts'
import { createFile } from '../../files/replace.ts'
import { sha256 } from '../../files/sha256.ts'
import type { Questions } from '../../kernel/operation.ts'
import { invalidParams } from './results.ts'

/** What the client sent along with a call, where it can ask its person something. */
export interface Asking {
  context: ServerContext
  states: RequestStateCodec
}

interface AskedCall<Outcome> {
  name: string
  args: Record<string, unknown>
  questions: Questions
  run(args: Record<string, unknown>): Promise<Outcome>
  /** The result that may lead to a question. */
  resultOf(outcome: Outcome): Record<string, unknown> | undefined
}

const State = z.object({
  name: z.string(),
  /** The hash of the arguments that were asked about: an answer is of no use for others. */
  args: z.string(),
  key: z.string(),
  message: z.string(),
  about: z.record(z.string(), z.unknown()),
  /** What earlier answers added to the arguments. */
  given: z.record(z.string(), z.unknown()),
})
type State = z.output<typeof State>

/**
 * Runs a call whose result may need the decision of a person, and asks for it. The client calls again with the answer and
 * the signed state, so nothing is kept here in between. Without a decision the result is given as it is.
 */
export async function callAsking<Outcome>(
  { name, args, questions, run, resultOf }: AskedCall<Outcome>,
  asking: Asking,
): Promise<Outcome | InputRequiredResult> {
  const { mcpReq } = asking.context
  const sent = mcpReq.requestState()
  const asked = sent === undefined ? undefined : State.safeParse(sent).data
  const hash = sha256(JSON.stringify(args))
  if (sent !== undefined && (asked?.name !== name || asked.args !== hash)) {
    throw invalidParams('This answer belongs to another call: repeat the call it was asked for.')
  }
  let given = asked?.given ?? {}
  if (asked) {
    const form = questions.forms[asked.key]
    const response = inputResponse(mcpReq.inputResponses, asked.key)
    if (!form || (response.kind === 'elicit' && response.action !== 'accept')) return run({ ...args, ...given })
    const content = acceptedContent(mcpReq.inputResponses, asked.key, form.schema)
    if (!content) return ask(asked)
    const added = form.answered(content, asked.about)
    if (!added) return run({ ...args, ...given })
    given = { ...given, ...added }
  }
  const outcome = await run({ ...args, ...given })
  const result = resultOf(outcome)
  const question = result && questions.ask(result)
  return question ? ask({ name, args: hash, given, about: {}, ...question }) : outcome

  async function ask(state: State): Promise<InputRequiredResult> {
    const { key, message } = state
    const requestedSchema = questions.forms[key]?.schema ?? z.object({})
    return inputRequired({
      inputRequests: { [key]: inputRequired.elicit({ message, requestedSchema }) },
      requestState: await asking.states.mint(state, asking.context),
    })
  }
}

/** Signs what a client carries from a question to its answer. Every process of a home has the same key. */
export async function requestStates(home: string): Promise<RequestStateCodec> {
  return createRequestStateCodec({
    key: await keyIn(home),
    ttlSeconds: 3600,
    bind: ({ mcpReq, http }) => `${mcpReq.method}\0${http?.authInfo?.clientId ?? ''}`,
  })
}

async function keyIn(home: string): Promise<Buffer> {
  const file = join(home, 'mcp-questions.key')
  const key = await ifExists(readFile(file))
  if (key) return key
  await createFile(file, randomBytes(32), 0o600)
  return readFile(file)
}
