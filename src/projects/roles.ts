import type { Identity } from '../kernel/call.ts'
import { Fault } from '../kernel/fault.ts'
import { type Role, roles } from '../kernel/operation.ts'

/** The person at the machine itself; every other principal has a token and memberships. */
export const localPrincipal = 'local'

export const localIdentity: Identity = { principal: localPrincipal }

export function atLeast(held: Role, needed: Role): boolean {
  return roles.indexOf(held) >= roles.indexOf(needed)
}

export function forbidden(needed: Role): Fault {
  return new Fault('FORBIDDEN', `This needs the role ${needed} in the project.`, {
    details: { needed },
    hint: `Ask an admin of the project for the role ${needed}.`,
  })
}

/** For what a limited token may not do, whatever its principal may do. */
export function beyondToken(): Fault {
  return new Fault('FORBIDDEN', 'This token is limited to projects or to a role and may not do this.', {
    details: { needed: 'unlimited_token' },
    hint: 'Use a token without --project and --role, or ask the person who made this one.',
  })
}
