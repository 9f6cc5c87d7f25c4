import { giveModel } from '../../../room/agents/ensure-roster.ts'
import { roomProviderDetect } from '../../../room/providers/operations.ts'
import { askLine } from '../ask-line.ts'
import { visible } from '../visible.ts'
import type { RoomCli } from './verb.ts'

/** Asks the person at the terminal whether a model that runs on this machine may speak for the agents. */
export async function offerModel(cli: RoomCli): Promise<{ provider: string; model: string } | null> {
  if (!process.stdin.isTTY) return null
  const { providers } = await cli.call(roomProviderDetect, {})
  const [found] = providers.filter(({ reachable, models }) => reachable && models.length > 0)
  const [model] = found?.models ?? []
  if (!found || model === undefined) return null
  cli.page.note(`A model runs on this machine: ${visible(model)} (${found.provider}).`)
  const answer = await askLine('Shall it speak for the agents that have no model yet? [y/N] ')
  if (!/^y(es)?$/i.test(answer ?? '')) return null
  const chosen = { provider: found.provider, model }
  const given = await giveModel(await cli.room(), chosen)
  return given.length > 0 ? chosen : null
}
