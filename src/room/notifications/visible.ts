import type { Call } from '../../kernel/call.ts'
import { isOwner } from '../../projects/owner.ts'
import type { RoomBase } from '../room-base.ts'
import type { Notification } from './notification.ts'

/** The person at the machine sees everything; others what is about the project they ask in, or about none. */
export function visibleTo(call: Call, { project }: Pick<RoomBase, 'project'>): (each: Notification) => boolean {
  return ({ projectId }) => isOwner(call) || projectId === null || projectId === project
}
