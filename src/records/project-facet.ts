import { facetOfTexts } from '../query/facet-of-texts.ts'
import type { FacetFound, FacetRequest } from '../query/facets.ts'
import { excerptOf, presentable } from '../query/redacted-excerpt.ts'

/** Projects by what they are called and what they are for. */
export function findProjects(now: number, request: FacetRequest): Promise<FacetFound> {
  const all = request.projects.map(project => ({
    ...project,
    at: Date.parse(project.updated),
    texts: [
      { text: `${project.name} ${project.id}`, weight: 4 },
      { text: project.description, weight: 1 },
    ],
  }))
  return facetOfTexts(all, request, now, ({ id, name, description, updated, role }, query) => ({
    id,
    title: presentable(name),
    label: role,
    project: id,
    at: updated,
    ...excerptOf([description, name], query),
    address: `/p/${encodeURIComponent(id)}/records`,
  }))
}
