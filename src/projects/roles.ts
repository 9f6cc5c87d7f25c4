import { Fault } from '../kernel/fault.ts'

export const roles = ['reader', 'writer', 'admin'] as const
export type Role = (typeof roles)[number]

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
