import { join } from 'node:path'
import { namesIn } from '../files/if-exists.ts'
import { idShape } from '../receipts/receipt.ts'
import { listChats, openChat } from './chats/chat.ts'
import { registerSession } from './direct/direct-calls.ts'
import type { Room } from './room.ts'
import { allRuns, runFiles } from './runs/run-store.ts'
import { Verdict } from './schema.ts'
import { evidenceRows, insertEvidence } from './turns/turn-rows.ts'

/** Rebuilds the rows about the room from its files; anchors cannot be derived, so they stay. */
export async function reindexRoom(room: Room) {
  const receipts = await room.audit.reindex()
  const judged = [...(await judgedInChats(room)), ...(await judgedInRounds(room)), ...(await judgedInRuns(room))]
  const rows = judged.flatMap(({ sessionId, turnId, verdict }) =>
    evidenceRows(room.project, { sessionId, turnId }, verdict),
  )
  await room.db.write(tx => insertEvidence(tx, rows))
  const sessions = await sessionsOnDisk(room)
  // Who opened a session is not in its files, so rows that are there stay as they are.
  for (const id of sessions) await registerSession(room, { session_id: id, kind: kindOf(id), opened_by: 'local' })
  return { receipts, sessions: sessions.length, evidence: rows.length }
}

async function judgedInChats(room: Room) {
  const chats = await listChats(room)
  const turns = await Promise.all(chats.map(({ id }) => openChat(room, id).turns()))
  return turns.flat().flatMap(({ begun, ended }) => verdictOf(begun.sessionId, begun.turnId, ended?.verdict))
}

async function judgedInRounds(room: Room) {
  const found: ReturnType<typeof verdictOf> = []
  for (const id of await room.conferences.ids()) {
    const files = room.conferences.files(id)
    const { roundCount = 0 } = (await files.conference.read()) ?? {}
    for (let number = 1; number <= roundCount; number++) {
      const round = await files.round(number).read()
      for (const { turnId, verdict } of round?.turns ?? []) found.push(...verdictOf(id, turnId, verdict))
    }
  }
  return found
}

async function judgedInRuns(room: Room) {
  const runs = await allRuns(room)
  const caches = await Promise.all(
    runs.map(async ({ run_id }) => [run_id, await runFiles(room, run_id).cache.read()] as const),
  )
  return caches.flatMap(([runId, cache]) =>
    Object.values(cache).flatMap(slot =>
      slot.type === 'artifact' ? verdictOf(`pipeline-${runId}`, slot.turn_id, slot.evidence) : [],
    ),
  )
}

function verdictOf(sessionId: string, turnId: string, given: unknown) {
  const { data: verdict } = Verdict.safeParse(given)
  return verdict ? [{ sessionId, turnId, verdict }] : []
}

async function sessionsOnDisk({ control }: Room): Promise<string[]> {
  const folders = ['audit/sessions', 'chats', 'conferences'].map(name => namesIn(join(control, name)))
  const names = (await Promise.all(folders)).flat().filter(name => idShape.test(name))
  return [...new Set(names)].sort()
}

/** What an id says of its session. */
function kindOf(id: string): string {
  const [prefix = ''] = id.split(/[_-]/, 1)
  return kinds[prefix] ?? 'direct'
}

const kinds: { readonly [prefix: string]: string } = {
  chat: 'chat',
  conf: 'conference',
  task: 'task',
  pipeline: 'run',
}
