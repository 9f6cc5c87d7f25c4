import { Monitor, Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { changeSignal } from '../state/change-signal.ts'

const looks = {
  system: { icon: Monitor, word: 'System' },
  light: { icon: Sun, word: 'Light' },
  dark: { icon: Moon, word: 'Dark' },
} satisfies { [theme in Theme]: unknown }

/** In a row of icons, or with their words beside them. */
export function ThemeToggle({ isNamed = false }: { isNamed?: boolean }) {
  const current = useTheme()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in a row of three icons
    <div className="segmented" role="group" aria-label="Theme">
      {themes.map(theme => {
        const { icon: Icon, word } = looks[theme]
        const label = `${word} theme`
        return (
          <button
            key={theme}
            type="button"
            aria-pressed={theme === current}
            aria-label={label}
            title={label}
            onClick={() => chooseTheme(theme)}
          >
            <Icon aria-hidden="true" />
            {isNamed && word}
          </button>
        )
      })}
    </div>
  )
}

const themes = ['system', 'light', 'dark'] as const
type Theme = (typeof themes)[number]

function useTheme(): Theme {
  return useSyncExternalStore(changes.subscribe, current)
}

function chooseTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') {
    delete dataset.theme
    localStorage.removeItem('daybook.theme')
  } else {
    dataset.theme = theme
    localStorage.setItem('daybook.theme', theme)
  }
  changes.notify()
}

/** From what is shown now to the other one. */
export function switchTheme(): void {
  const isDark = current() === 'dark' || (current() === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  chooseTheme(isDark ? 'light' : 'dark')
}

const changes = changeSignal()

function current(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}
