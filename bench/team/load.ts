import { quantile } from '../harness/samples.ts'
import { type Answer, type TeamClient, type Transport, teamClient } from './client.ts'

export interface Load {
  ports: readonly number[]
  /** One writer token per project. */
  members: ReadonlyArray<{ project: string; token: string; shared: string }>
  clients: number
  seconds: number
}

export interface Carried {
  calls: number
  perSecond: number
  p50: number
  p99: number
  busy: number
  /** Failures that are neither BUSY nor expected. */
  failed: string[]
  /** Records whose creation was answered. */
  created: number
  /** Updates that met another one and were answered as conflicts. */
  conflicts: number
}

/**
 * Every client works like a chat: it loads a record that all of its project share, writes and changes its own, changes
 * the shared one now and then, searches, and looks what others did.
 */
export async function carryLoad({ ports, members, clients, seconds }: Load): Promise<Carried> {
  const times: number[] = []
  const counts = { busy: 0, created: 0, conflicts: 0 }
  const failed: string[] = []
  const started = performance.now()
  const ends = started + seconds * 1000

  async function work(number: number): Promise<void> {
    const member = members[number % members.length]
    if (!member) throw new Error('A team has members.')
    const client = teamClient(ports, member.token, number)
    const called = (transport: Transport, operation: string, args: object) =>
      timedCall(client, transport, operation, args)
    const create = async (transport: Transport, args: object) => {
      const { result, error } = await called(transport, 'create_record', args)
      if (error !== undefined) return undefined
      counts.created++
      return { session_id: String(result.session_id), id: String(Object(result.record).id) }
    }
    let own = { session_id: '', id: '' }
    for (let n = 0; performance.now() < ends; n++) {
      const transport: Transport = (number + n) % 2 === 0 ? 'rest' : 'mcp'
      const keyed = (what: string) => ({ idempotency_key: `${started} ${number} ${n} ${what}` })
      const text = { type: 'note', title: `Note ${n} of ${number}`, summary: 'What was found', body: body(n) }
      // Every fifth time it is a new chat on a new subject.
      if (n % 5 === 0) {
        const root = { ...text, project_id: member.project, conversation_id: `${started} ${number} ${n}` }
        const begun = await create(transport, { ...root, ...keyed('root') })
        if (!begun) continue
        own = begun
      }
      const { session_id, id } = own
      await called(transport, 'activate', { id: member.shared, session_id })
      const child = await create(transport, { ...text, parent_id: id, session_id, ...keyed('child') })
      const change = { summary: `Changed by ${number}, ${n}`, session_id }
      await called(transport, 'update_record', { id: child?.id ?? id, ...change, ...keyed('own') })
      if (n % 2 === 0) {
        const changed = await called(transport, 'update_record', { id: member.shared, ...change, ...keyed('shared') })
        if (changed.result.applied === false) counts.conflicts++
      }
      await called(transport, 'search_records', { query: `note ${n}`, project_id: member.project })
      await called(transport, 'get_record_ref', { id })
      await called(transport, 'sync_session', { session_id, limit: 20 })
      await called(transport, 'list_records', { project_id: member.project, limit: 20 })
    }
    client.close()
  }

  async function timedCall(client: TeamClient, transport: Transport, operation: string, args: object): Promise<Answer> {
    const begun = performance.now()
    const answer = await client.call(transport, operation, args)
    times.push(performance.now() - begun)
    if (answer.error === 'BUSY') counts.busy++
    else if (answer.error !== undefined) failed.push(`${operation}: ${answer.error}`)
    return answer
  }

  await Promise.all(Array.from({ length: clients }, (_, number) => work(number)))
  const taken = (performance.now() - started) / 1000
  return {
    calls: times.length,
    perSecond: times.length / taken,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    failed,
    ...counts,
  }
}

function body(n: number): string {
  return `The valve was replaced and the test repeated, run ${n}. `.repeat(12)
}
