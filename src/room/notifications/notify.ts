import { type Agent, chiefs } from '../agents/registry.ts'
import { roleKey } from '../agents/roles.ts'
import type { Room } from '../room.ts'
import { notices, type WishedEvent } from './notices.ts'
import type { NewNotification, Notification } from './notification.ts'
import { notificationStore } from './store.ts'

type Parts = Pick<Room, 'project' | 'home' | 'clock' | 'log'>

/** Tells people something about this project. What is told matters less than what it is about: this never fails. */
export async function notify(parts: Parts, notice: NewNotification): Promise<Notification | undefined> {
  try {
    return await notificationStore(parts.home).add({ projectId: parts.project, ...notice }, parts.clock())
  } catch (error) {
    parts.log(`room notifications: not filed (${error instanceof Error ? error.name : 'unknown'})`)
    return undefined
  }
}

/** Tells of a turn where the settings of the agent's role ask for it. */
export async function notifyWished(
  parts: Parts & Pick<Room, 'agents'>,
  event: WishedEvent,
  { agent, turnId }: { agent: Agent; turnId: string },
): Promise<void> {
  const { roleSettings } = await parts.agents.read()
  const settings = roleSettings.find(({ role }) => roleKey(role) === roleKey(agent.role))
  if (settings?.notifyUserOn?.includes(event)) await notify(parts, notices.wished(event, agent.id, turnId))
}

/** Tells of a room that has no Chief, or several. */
export async function notifyOfChiefs(parts: Parts & Pick<Room, 'agents'>): Promise<void> {
  const count = chiefs(await parts.agents.read()).length
  if (count !== 1) await notify(parts, notices.chiefMissing(count))
}
