import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const publicUrl = { LARDER_PUBLIC_URL: 'https://larder.example.org' }
const provider = {
  id: 'home',
  name: 'Authentik',
  issuer: 'https://auth.example.org/',
  clientId: 'larder',
  clientSecret: 'not for anyone else',
}
const providers = (...list: object[]) => ({ LARDER_OIDC_PROVIDERS: JSON.stringify(list) })

describe('sign-in providers', () => {
  it('are none, and passwords work, unless set', () => {
    expect(readConfig({})).toMatchObject({ oidcProviders: [], passwordSignIn: true })
    expect(readConfig({ LARDER_OIDC_PROVIDERS: '' }).oidcProviders).toEqual([])
  })

  it('ask for an address, a profile and nothing that the operator didn’t allow', () => {
    const [known] = readConfig({ ...publicUrl, ...providers(provider) }).oidcProviders
    expect(known).toEqual({ ...provider, scope: 'openid profile email', groupsClaim: 'groups', trustsEmail: false, endsSession: false })
  })

  it.each([
    ['no JSON', { ...publicUrl, LARDER_OIDC_PROVIDERS: '[{' }, 'LARDER_OIDC_PROVIDERS: This isn’t valid JSON.'],
    ['two of one id', { ...publicUrl, ...providers(provider, provider) }, 'LARDER_OIDC_PROVIDERS: Each provider needs its own id.'],
    ['an id that is no part of an address', { ...publicUrl, ...providers({ ...provider, id: 'My home' }) }, 'LARDER_OIDC_PROVIDERS.0.id: '],
    ['an issuer that is no address', { ...publicUrl, ...providers({ ...provider, issuer: 'auth' }) }, 'LARDER_OIDC_PROVIDERS.0.issuer: '],
    ['a misspelled field', { ...publicUrl, ...providers({ ...provider, adminGroups: 'cooks' }) }, 'adminGroups'],
    ['no public URL', providers(provider), 'LARDER_OIDC_PROVIDERS requires LARDER_PUBLIC_URL'],
    ['no password and no provider', { LARDER_PASSWORD_SIGN_IN: 'off' }, 'LARDER_PASSWORD_SIGN_IN=off requires LARDER_OIDC_PROVIDERS'],
  ])('are refused with %s, without printing the secret', (_name, environment, message) => {
    expect(() => readConfig(environment)).toThrow(message)
    expect(() => readConfig(environment)).not.toThrow(provider.clientSecret)
  })
})

describe('the MQTT broker', () => {
  it('is none unless set', () => {
    expect(readConfig({}).mqtt).toBeNull()
    expect(readConfig({ LARDER_MQTT_URL: 'mqtts://larder:p%40ss@[::1]:8883' }).mqtt).toEqual({
      url: 'mqtts://larder:p%40ss@[::1]:8883',
      discoveryPrefix: 'homeassistant',
    })
  })

  it.each(['http://broker.lan', 'broker.lan', 'mqtt://', 'mqtt://larder:secret@broker.lan/topic', 'mqtt://larder:secret%@broker.lan'])(
    'is refused if it is %s, without printing the password',
    (LARDER_MQTT_URL) => {
      expect(() => readConfig({ LARDER_MQTT_URL })).toThrow('LARDER_MQTT_URL: Use an address like mqtt://')
      expect(() => readConfig({ LARDER_MQTT_URL })).not.toThrow('secret')
    },
  )

  it('has a prefix of letters and digits', () => {
    expect(() => readConfig({ LARDER_MQTT_DISCOVERY_PREFIX: 'home/+' })).toThrow('LARDER_MQTT_DISCOVERY_PREFIX: ')
  })
})
