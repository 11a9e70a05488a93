import { Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { needsHttps } from '#platform/web/device.ts'
import { currentTheme, setTheme } from '#platform/web/theme.ts'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Choices } from './choices.tsx'

const icon = 'size-5 shrink-0'

export function Appearance() {
  const [theme, choose] = useState(currentTheme)
  const absent = needsHttps()
  return (
    <>
      <Card className="space-y-3">
        <CardHeader title="Appearance" />
        <Choices
          label="Theme on this device"
          value={theme}
          onChange={(next) => {
            setTheme(next)
            choose(next)
          }}
          choices={[
            { value: 'system', label: 'System', icon: <Monitor aria-hidden="true" className={icon} /> },
            { value: 'light', label: 'Light', icon: <Sun aria-hidden="true" className={icon} /> },
            { value: 'dark', label: 'Dark', icon: <Moon aria-hidden="true" className={icon} /> },
          ]}
        />
      </Card>
      {absent.length > 0 ? (
        <Notice tone="soon">
          This address is plain http, so the browser withholds {absent.slice(0, -1).join(', ')} and {absent.at(-1)}. Over https they work;
          everything else works here too.
        </Notice>
      ) : null}
    </>
  )
}
