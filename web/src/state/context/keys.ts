import { useNavigate } from '@tanstack/react-router'
import { useFrameShortcuts, useShortcuts } from '../shortcuts.ts'

/** The keys shared by all screens of a project's context; a screen that binds one of them itself comes first. */
export function useContextKeys(project: string): void {
  const navigate = useNavigate()
  const params = { project }
  useFrameShortcuts({
    b: () => void navigate({ to: '/p/$project/context', params }),
    s: () => void navigate({ to: '/p/$project/context/state', params, search: { edit: true } }),
    p: () => void navigate({ to: '/p/$project/context/prompts', params }),
  })
}

/** The key that goes to a screen's filter, if it has one. */
export function useFilterKey(): void {
  useShortcuts({ '/': () => document.querySelector<HTMLInputElement>('[data-filter]')?.select() })
}
