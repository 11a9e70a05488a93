import { withRegionalUnits } from './unit-display.ts'
import { defaultUnitDisplay, type UnitDisplay } from './units.ts'

const usCustomaryRegions: ReadonlySet<string> = new Set(['US', 'LR', 'MM'])

/** Returns the units that people of a region use. `region` is an ISO 3166 code, such as `DE`. */
export const regionalUnits = (region: string): UnitDisplay['regional'] => (usCustomaryRegions.has(region) ? 'US' : 'metric')

/**
 * Returns the unit preferences of a new account: the region's units, and amounts as they were entered, half a lemon too. Without a region,
 * they are the defaults, which convert and show whole numbers of things that are counted.
 */
export const initialUnitDisplay = (region: string | undefined): UnitDisplay =>
  region === undefined
    ? defaultUnitDisplay
    : {
        ...withRegionalUnits(defaultUnitDisplay, regionalUnits(region)),
        count: { ...defaultUnitDisplay.count, precision: 2 },
        autoConvert: false,
      }

// The regions of each currency, from Unicode CLDR; those not listed get US dollars.
const regionsByCurrency: Readonly<Record<string, string>> = {
  EUR: 'AD AT AX BE BG BL CY DE EA EE ES FI FR GF GP GR HR IC IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM TF VA XK YT',
  GBP: 'GB GG IM JE',
  CHF: 'CH LI',
  CAD: 'CA',
  AUD: 'AU CC CX KI NF NR TV',
  NZD: 'NZ CK NU TK',
  JPY: 'JP',
  CNY: 'CN',
  INR: 'IN',
  KRW: 'KR',
  BRL: 'BR',
  MXN: 'MX',
  ARS: 'AR',
  CLP: 'CL',
  COP: 'CO',
  PEN: 'PE',
  UYU: 'UY',
  DKK: 'DK FO GL',
  SEK: 'SE',
  NOK: 'NO SJ',
  ISK: 'IS',
  PLN: 'PL',
  CZK: 'CZ',
  HUF: 'HU',
  RON: 'RO',
  RSD: 'RS',
  BAM: 'BA',
  MKD: 'MK',
  ALL: 'AL',
  MDL: 'MD',
  UAH: 'UA',
  RUB: 'RU',
  BYN: 'BY',
  GEL: 'GE',
  AMD: 'AM',
  AZN: 'AZ',
  KZT: 'KZ',
  UZS: 'UZ',
  TRY: 'TR',
  ILS: 'IL PS',
  AED: 'AE',
  SAR: 'SA',
  QAR: 'QA',
  KWD: 'KW',
  BHD: 'BH',
  OMR: 'OM',
  JOD: 'JO',
  EGP: 'EG',
  MAD: 'MA EH',
  TND: 'TN',
  DZD: 'DZ',
  ZAR: 'ZA',
  NGN: 'NG',
  GHS: 'GH',
  KES: 'KE',
  TZS: 'TZ',
  UGX: 'UG',
  ETB: 'ET',
  XOF: 'BF BJ CI GW ML NE SN TG',
  XAF: 'CF CG CM GA GQ TD',
  PKR: 'PK',
  BDT: 'BD',
  LKR: 'LK',
  NPR: 'NP',
  THB: 'TH',
  VND: 'VN',
  IDR: 'ID',
  MYR: 'MY',
  SGD: 'SG',
  PHP: 'PH',
  HKD: 'HK',
  TWD: 'TW',
}

/** Returns the currency of a region, `USD` if it isn't known. */
export const currencyOf = (region: string): string =>
  Object.entries(regionsByCurrency).find(([, regions]) => regions.split(' ').includes(region))?.[0] ?? 'USD'
