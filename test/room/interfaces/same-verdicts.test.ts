import { expect, test } from 'vitest'
import { connect } from '../../mcp/clients.ts'
import { scriptedService } from '../../models/scripted-service.ts'
import { runPreloaded } from '../../support/binary.ts'
import { roomServer, scene } from './room-server.ts'

const good = `Her eyes are green here.\nEvidence: ${scene} line 17: "out of her green eyes"`
const envelope = JSON.stringify({ tool: 'file_reader', args: { file_path: scene }, nonce: '0'.repeat(32) })

/** What an agent says, and what becomes of it. */
const replies: [reply: string, state: string, code: string | undefined][] = [
  [good, 'accepted', undefined],
  [good.replace('green eyes"', 'grey eyes"'), 'rejected', 'quote-not-found'],
  [`A problem with the pacing.\nEvidence: ${scene} line 17`, 'rejected', 'missing-quote'],
  [`Sure: ${envelope}`, 'rejected', 'tool_call_invalid_format'],
  [envelope, 'rejected', 'tool_call_nonce_invalid'],
]

test('the same replies get the same verdicts over REST, MCP and the command line', async () => {
  const server = await roomServer()
  let reply = ''
  const { url } = await scriptedService(() => ({ text: reply }))
  const endpoint = { provider: 'llamacpp', model: 'small', baseUrl: url, structured: 'none' }
  expect((await server.put('/api/agent-endpoints/critic', endpoint)).status).toBe(200)
  await server.put('/api/room/settings', { 'evidence.retries': 0 })
  const { call } = await connect['the client that finds out'](new URL('/mcp', server.url))
  const asked = { agentId: 'critic', message: 'What colour are her eyes?' }
  const interfaces: { [name: string]: () => Promise<unknown> } = {
    'REST chat': async () => (await server.post('/api/ai/chat', asked)).json(),
    'REST ask': async () => (await server.post('/api/room/room_ask', asked)).json(),
    'MCP ask': async () => (await call('room_ask', asked)).structuredContent,
    'command line': async () => {
      const args = ['call', 'room_ask', '--json', JSON.stringify(asked)]
      return JSON.parse((await runPreloaded(args, { home: server.home })).stdout)
    },
  }
  for (const [text, state, code] of replies) {
    reply = text
    const verdicts = []
    for (const ask of Object.values(interfaces)) verdicts.push(verdictOf(await ask()))
    for (const verdict of verdicts) expect(verdict).toEqual(verdicts[0])
    expect(verdicts[0]).toMatchObject({ state, stopHook: code === undefined ? null : { code } })
  }
  await server.close()
})

function verdictOf(answer: unknown): object {
  const { state, content, grounding, stopHook = null, kind, receipts } = Object(answer)
  return { state, content, grounding, stopHook, kind, receipts }
}
