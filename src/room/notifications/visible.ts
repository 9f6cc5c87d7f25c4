import type { Call } from '../../kernel/call.ts'
import { localPrincipal } from '../../projects/roles.ts'
import type { Room } from '../room.ts'
import type { Notification } from './notification.ts'

/** The person at the machine sees everything; others what is about the project they ask in, or about none. */
export function visibleTo({ principal }: Call, { project }: Pick<Room, 'project'>): (each: Notification) => boolean {
  return ({ projectId }) => principal === localPrincipal || projectId === null || projectId === project
}
