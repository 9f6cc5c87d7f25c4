import { Fault } from '../kernel/fault.ts'
import { type Role, roles } from '../kernel/operation.ts'

/** The person at the machine itself; every other principal has a token and memberships. */
export const localPrincipal = 'local'

export function atLeast(held: Role, needed: Role): boolean {
  return roles.indexOf(held) >= roles.indexOf(needed)
}

export function forbidden(needed: Role): Fault {
  return new Fault('FORBIDDEN', `This needs the role ${needed} in the project.`, {
    details: { needed },
    hint: `Ask an admin of the project for the role ${needed}.`,
  })
}
