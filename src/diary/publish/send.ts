import { z } from 'zod'
import { Fault } from '../../kernel/fault.ts'
import { trimEndOf } from '../../kernel/trim.ts'
import type { PublishSettings } from '../settings.ts'

const Answer = z.object({
  author: z.string(),
  date: z.string(),
  version: z.int(),
  project_id: z.string(),
  published_at: z.string(),
  sha256: z.string(),
  result: z.enum(['published', 'unchanged']),
})
export type Sent = z.output<typeof Answer>

export interface Sending {
  date: string
  bundle: string
  with_messages: boolean
  project: string | undefined
  after_version: number
}

/** The address reports go to, held to what a token and a report may travel over. */
export function serverOf({ server, token }: PublishSettings): { server: URL; token: string } {
  if (server === undefined || !URL.canParse(server) || !/^https?:/.test(server)) {
    throw new Fault('INVALID_INPUT', 'No team server is named that reports could be published to.', {
      hint: 'Set diary.publish.server in the config file, or DAYBOOK_PUBLISH_SERVER.',
    })
  }
  if (!token) {
    throw new Fault('FORBIDDEN', 'Publishing needs a token of the team server.', {
      hint: 'Have one made with "daybook token add" there, and set DAYBOOK_PUBLISH_TOKEN to it.',
    })
  }
  const address = new URL(server)
  if (address.protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(address.hostname)) {
    throw new Fault('INVALID_INPUT', 'The team server is named without encryption.', {
      hint: 'Use its https:// address: a report and a token must not travel in the clear.',
    })
  }
  return { server: address, token }
}

/** Sends a report to the team server; a refusal is worded by us, with the server's text in the details. */
export async function sendReport(settings: PublishSettings, sending: Sending): Promise<Sent> {
  const { server, token } = serverOf(settings)
  const address = new URL(`${trimEndOf(server.pathname, '/')}/api/diary/diary_receive_report`, server)
  const response = await fetch(address, {
    method: 'POST',
    redirect: 'error',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(sending),
    signal: AbortSignal.timeout(patienceMs),
  }).catch((cause: unknown) => {
    throw new Fault('BUSY', 'The team server does not answer.', {
      hint: 'Nothing was published. Check its address and try again.',
      cause,
    })
  })
  const body: unknown = await response.json().catch(() => undefined)
  const answer = Answer.safeParse(body)
  if (response.ok && answer.success) return answer.data
  throw refusalOf(response.status, body)
}

const patienceMs = 60_000

const Refusal = z.object({ errors: z.array(z.object({ message: z.string(), hint: z.string() })).min(1) })

function refusalOf(status: number, body: unknown): Fault {
  const [said] = Refusal.safeParse(body).data?.errors ?? []
  const details = { status, ...(said && { server: `${said.message} ${said.hint}`.slice(0, 500) }) }
  if (status === 401 || status === 403) {
    return new Fault('FORBIDDEN', 'The team server does not let this token publish.', {
      details,
      hint: 'It needs a token of the server whose owner is writer in the project: daybook member set.',
    })
  }
  if (status === 409) {
    return new Fault('CONFLICT', 'Another version of that day was published since.', {
      details,
      hint: 'Look at it on the server, then publish over it with --after and its number.',
    })
  }
  if (status === 503) return new Fault('BUSY', 'The team server is busy.', { details })
  return new Fault('INVALID_INPUT', 'The team server did not take the report.', {
    details,
    hint: 'Check that the address is a Daybook of this version or newer.',
  })
}
