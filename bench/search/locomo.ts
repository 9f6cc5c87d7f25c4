import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { IndexCache } from '../../src/diary/prepare/index/cache.ts'
import { indexHomes } from '../../src/diary/prepare/index/index-homes.ts'
import { PassageTable } from '../../src/diary/search/passage-table.ts'
import { rank } from '../../src/diary/search/ranking.ts'
import { SearchIndex } from '../../src/diary/search/search-index.ts'
import { thisThread } from '../../src/diary/threads/threads.ts'
import { parseQuery } from '../../src/query/query.ts'
import { onlyRoots } from '../../src/transcripts/agents.ts'

/** How well questions find the sessions that answer them. */
export interface Retrieval {
  questions: number
  /** Shares of questions with an answering session among the first one, three and five. */
  hitAt: { [rank in 1 | 3 | 5]: number }
  /** Mean reciprocal rank of the first answering session. */
  reciprocalRank: number
}

interface Said {
  speaker: string
  text: string
  blip_caption?: string
}

interface Conversation {
  name: string
  sessions: Map<number, Said[]>
  questions: { question: string; sessions: Set<number> }[]
}

/**
 * Asks the questions of the public set LoCoMo, whose files are in a folder, of its conversations: each session becomes a
 * transcript, and each conversation a home of its own. Questions that nothing answers are left out.
 */
export async function measureRetrieval(folder: string, scratch: string): Promise<Retrieval> {
  const ranks: number[] = []
  for (const conversation of conversationsIn(folder)) {
    ranks.push(...(await ranksIn(conversation, join(scratch, conversation.name))))
  }
  const share = (best: number) => ranks.filter(each => each > 0 && each <= best).length / ranks.length
  return {
    questions: ranks.length,
    hitAt: { 1: share(1), 3: share(3), 5: share(5) },
    reciprocalRank: ranks.reduce((sum, each) => sum + (each > 0 ? 1 / each : 0), 0) / ranks.length,
  }
}

function conversationsIn(folder: string): Conversation[] {
  const files = readdirSync(folder).filter(name => name.endsWith('.json'))
  return files.flatMap(name => {
    const parsed = JSON.parse(readFileSync(join(folder, name), 'utf8'))
    const all = Array.isArray(parsed) ? parsed : [parsed]
    return all.map((each, index) => conversationOf(`${name}-${index}`, each.conversation ?? each, each.qa))
  })
}

function conversationOf(
  name: string,
  keys: { [key: string]: unknown },
  qa: { question: string; evidence?: string[]; category: number }[],
): Conversation {
  const sessions = new Map<number, Said[]>()
  for (const [key, value] of Object.entries(keys)) {
    const number = /^session_(\d+)$/.exec(key)?.[1]
    if (number !== undefined && Array.isArray(value)) sessions.set(Number(number), value)
  }
  const questions = qa.flatMap(({ question, evidence = [], category }) => {
    const named = evidence.flatMap(each => [...each.matchAll(/D(\d+):/g)].map(match => Number(match[1])))
    const answering = new Set(named.filter(number => sessions.has(number)))
    return category === 5 || answering.size === 0 ? [] : [{ question, sessions: answering }]
  })
  return { name, sessions, questions }
}

/** Of every question, the place of the first session that answers it; 0 when none is found. */
async function ranksIn({ sessions, questions }: Conversation, folder: string): Promise<number[]> {
  const root = join(folder, 'transcripts', 'p')
  mkdirSync(root, { recursive: true })
  for (const [number, said] of sessions) {
    writeFileSync(join(root, `session-${number}.jsonl`), said.map((each, index) => lineOf(each, said, index)).join(''))
  }
  const cache = new IndexCache(join(folder, 'cache'))
  const search = new SearchIndex(join(folder, 'cache'))
  try {
    const env = onlyRoots({ 'claude-code': join(folder, 'transcripts') })
    const environment = { env, home: folder, platform: process.platform }
    await indexHomes({ cache, archive: null, search, environment, scanningFor: () => thisThread, progress: () => {} })
    const table = new PassageTable(search)
    const surveyed = { now, startOf: () => 0, projectOf: () => '' }
    return await table.withRoom(async room =>
      questions.map(({ question, sessions: answering }) => {
        const query = parseQuery(question.replace(/[":*-]/g, ' '))
        const ranking = rank(search, table, query, surveyed, room)
        const numbers = ranking.sessions.map(({ transcript }) =>
          Number(table.transcripts[transcript]?.sessionId.replace('session-', '')),
        )
        return numbers.findIndex(number => answering.has(number)) + 1
      }),
    )
  } finally {
    search.close()
    cache.close()
  }
}

const now = Date.parse('2026-01-01T00:00:00Z')

/** The first speaker is the person, the other one the agent. */
function lineOf({ speaker, text, blip_caption }: Said, said: readonly Said[], index: number): string {
  const words = `${speaker}: ${text}${blip_caption ? `\n${blip_caption}` : ''}`
  const isFirst = index === 0 || speaker === said[0]?.speaker
  const common = {
    uuid: `u${index}`,
    timestamp: new Date(Date.parse('2024-01-01T00:00:00Z') + index * 60_000).toISOString(),
  }
  const record = isFirst
    ? { type: 'user', ...common, message: { role: 'user', content: words } }
    : { type: 'assistant', ...common, message: { role: 'assistant', content: [{ type: 'text', text: words }] } }
  return `${JSON.stringify(record)}\n`
}
