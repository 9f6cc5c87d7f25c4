import { expect, it } from 'vitest'
import { machineWithAgents } from './machine-with-agents.ts'

it('an agent is ended with all it started when a task takes too long', async () => {
  const agents = ['claude', 'codex'] as const
  const ended = agents.map(async name => {
    const { generate, log } = await machineWithAgents({ FAKE_AGENT: 'hang' }, { taskTimeoutMs: 2000 })
    return { name, run: await generate({ with: name }), log: log() }
  })
  for (const { name, run, log } of await Promise.all(ended)) {
    expect(
      run.tasks.find(({ phase }: { phase: string }) => phase === 'evidence'),
      name,
    ).toMatchObject({ attempts: 3 })
    const pids = log.flatMap(({ pid, child }) => [pid, child].filter(Number.isInteger))
    expect(pids.length, name).toBe(6)
    for (const pid of pids) expect(() => process.kill(Number(pid), 0), name).toThrow('ESRCH')
    expect(log.filter(({ asked }) => asked).length, name).toBe(3)
  }
})
