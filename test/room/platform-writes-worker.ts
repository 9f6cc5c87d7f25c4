// A process of its own on a workspace: writes issues, credits and memory all at once and tells their ids.
import { agentStore } from '../../src/room/agents/registry.ts'
import { giveAward } from '../../src/room/credits/awards.ts'
import { issueStore } from '../../src/room/issues/store.ts'
import { memoryStore } from '../../src/room/memory/store.ts'
import { say, takeCommands } from '../crash/commands.ts'

export interface Command {
  control: string
  name: string
  count: number
}

void takeCommands<Command>(async ({ control, name, count }) => {
  const now = new Date().toISOString()
  const [issues, memory] = [issueStore(control), memoryStore(control)]
  const parts = { control, clock: Date.now, agents: agentStore(control) }
  const each = Array.from({ length: count }, (_, n) => `${name}-${n}`)
  const [opened, awarded, remembered] = await Promise.all([
    Promise.all(each.map(title => issues.open({ title, body: '', openedBy: name }, now))),
    Promise.all(
      each.map(triggerRef => giveAward(parts, { agentId: 'critic', reason: 'helpful', context: { triggerRef } }, name)),
    ),
    Promise.all(each.map(topicKey => memory.add({ agentId: 'critic', topicKey }, now))),
  ])
  const ids = {
    issues: opened.map(({ issue }) => issue.id),
    credits: awarded.map(({ id }) => id),
    items: remembered.map(({ id }) => id),
  }
  await say(ids)
})
