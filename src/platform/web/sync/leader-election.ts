/**
 * One tab does the work for all. Where the browser has locks (https, localhost) the tab that holds the lock leads, and a tab that is
 * frozen in the background can be relieved. On plain http a lease in `localStorage` decides, renewed every two seconds.
 */
export interface Leadership {
  /** For a tab somebody looks at, when the leader seems to sleep. */
  takeOver(): void
  stop(): void
}

const leaseMs = 6000
const renewMs = 2000

/** `work` starts when this tab comes to lead and answers how to stop. */
export function electLeader(name: string, tab: string, work: () => () => void): Leadership {
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks
  return locks ? electByLock(locks, name, work) : electByLease(name, tab, work)
}

function electByLock(locks: LockManager, name: string, work: () => () => void): Leadership {
  let letGo = () => {}
  let isStopped = false
  const hold = () => {
    if (isStopped) return
    const stopWork = work()
    return new Promise<void>((resolve) => {
      letGo = () => {
        stopWork()
        letGo = () => {}
        resolve()
      }
    })
  }
  const queue = new AbortController()
  const wait = () => {
    locks.request(name, { signal: queue.signal }, hold).catch(() => {
      // Another tab has taken over: this one stands in line again.
      letGo()
      if (!isStopped) wait()
    })
  }
  wait()
  return {
    takeOver() {
      if (isStopped) return
      locks.request(name, { steal: true }, hold).catch(() => letGo())
    },
    stop() {
      isStopped = true
      queue.abort()
      letGo()
    },
  }
}

function electByLease(name: string, tab: string, work: () => () => void): Leadership {
  const key = `larder.${name}`
  let stopWork: (() => void) | null = null
  const now = () => Date.now()
  const isMine = () => {
    try {
      const [holder = '', until = '0'] = (localStorage.getItem(key) ?? '').split(' ')
      if (holder !== tab && Number(until) > now()) return false
      localStorage.setItem(key, `${tab} ${now() + leaseMs}`)
      return true
    } catch {
      // No storage, no other tab that could be seen: this one works.
      return true
    }
  }
  const look = () => {
    if (isMine()) stopWork ??= work()
    else if (stopWork) {
      stopWork()
      stopWork = null
    }
  }
  look()
  const timer = setInterval(look, renewMs)
  const release = () => {
    try {
      if (localStorage.getItem(key)?.startsWith(`${tab} `)) localStorage.removeItem(key)
    } catch {
      // Then it runs out by itself.
    }
  }
  window.addEventListener('pagehide', release)
  return {
    takeOver() {
      try {
        localStorage.setItem(key, `${tab} ${now() + leaseMs}`)
      } catch {
        return
      }
      look()
    },
    stop() {
      clearInterval(timer)
      window.removeEventListener('pagehide', release)
      stopWork?.()
      stopWork = null
      release()
    },
  }
}
