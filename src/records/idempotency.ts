import canonicalize from 'canonicalize'
import { sql } from 'kysely'
import { startEarly, type Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { insertInto, selectFrom } from '../db/table-statements.ts'
import { sha256 } from '../files/sha256.ts'
import { Fault } from '../kernel/fault.ts'

const find = selectFrom('idempotency', { where: ['principal_id', 'key'] })
const lockKey = statement((_, a: { lock: string }) => sql`select pg_advisory_xact_lock(4470002, hashtext(${a.lock}))`)
const insert = insertInto('idempotency', ['principal_id', 'key', 'operation', 'args_sha256', 'result', 'ts', 'seqs'])
const forgetOld = statement((q, a: { before: string }) => q.deleteFrom('idempotency').where('ts', '<', a.before))
const forgetRecord = statement((q, a: { pattern: string }) =>
  q.deleteFrom('idempotency').where('seqs', 'like', a.pattern),
)

interface KeyedCall {
  operation: string
  principal: string
  args: { idempotency_key?: string | undefined }
  now: string
}

/** The stored answer of an earlier identical call, or undefined; the same key on another call is refused. */
export async function replay(tx: Tx, { operation, principal, args }: KeyedCall): Promise<object | undefined> {
  const { idempotency_key: key, ...rest } = args
  if (key === undefined) return undefined
  // Two processes may send the same key at once: the second waits until the first has committed, then looks.
  const locked = tx.engine === 'postgres' ? startEarly(tx.first(lockKey, { lock: `${principal} ${key}` })) : undefined
  const finding = startEarly(tx.first(find, { principal_id: principal, key }))
  await locked
  const stored = await finding
  if (!stored) return undefined
  if (stored.operation === operation && stored.args_sha256 === digest(rest)) {
    return { ...JSON.parse(stored.result), replayed: true }
  }
  throw new Fault('INVALID_INPUT', 'That idempotency_key was used for another call.', {
    details: { reason: 'idempotency_key_reused' },
    hint: 'Use a new idempotency_key for every new call.',
  })
}

/** Stores a successful answer; `seqs` are the records whose text is in it, so that a purge finds it. */
export async function storeAnswer(
  tx: Tx,
  { operation, principal, args, now }: KeyedCall,
  result: object,
  seqs: number[] = [],
) {
  const { idempotency_key: key, ...rest } = args
  if (key === undefined) return
  await tx.send(forgetOld, { before: new Date(Date.parse(now) - 30 * 86_400_000).toISOString() })
  await tx.send(insert, {
    principal_id: principal,
    key,
    operation,
    args_sha256: digest(rest),
    result: JSON.stringify(result),
    ts: now,
    seqs: `,${seqs.join(',')},`,
  })
}

export async function forgetResultsOf(tx: Tx, seq: number): Promise<void> {
  await tx.run(forgetRecord, { pattern: `%,${seq},%` })
}

function digest(args: object): string {
  return sha256(canonicalize(args) ?? '')
}
