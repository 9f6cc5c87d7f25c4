import { trimOf } from '../kernel/trim.ts'
export const projectIdShape = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

/** An id made from a display name: "Über-App (v2)" → "uber-app-v2". */
export function slugOf(name: string): string {
  const dashed = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  return trimOf(dashed, '-').slice(0, 40) || 'project'
}

/** slug, slug-2, slug-3, … */
export function* slugCandidates(name: string): Generator<string> {
  const slug = slugOf(name)
  yield slug
  for (let n = 2; ; n++) yield `${slug}-${n}`
}
