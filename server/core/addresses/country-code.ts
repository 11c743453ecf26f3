// Finds the country code for a country as people write it.
import { plainName } from './place-name.ts';

// ISO 3166-1 alpha-2 and alpha-3 codes, and XK, which is in common use for Kosovo.
const isoCodes = `
  AD:AND AE:ARE AF:AFG AG:ATG AI:AIA AL:ALB AM:ARM AO:AGO AQ:ATA AR:ARG AS:ASM AT:AUT AU:AUS
  AW:ABW AX:ALA AZ:AZE BA:BIH BB:BRB BD:BGD BE:BEL BF:BFA BG:BGR BH:BHR BI:BDI BJ:BEN BL:BLM
  BM:BMU BN:BRN BO:BOL BQ:BES BR:BRA BS:BHS BT:BTN BV:BVT BW:BWA BY:BLR BZ:BLZ CA:CAN CC:CCK
  CD:COD CF:CAF CG:COG CH:CHE CI:CIV CK:COK CL:CHL CM:CMR CN:CHN CO:COL CR:CRI CU:CUB CV:CPV
  CW:CUW CX:CXR CY:CYP CZ:CZE DE:DEU DJ:DJI DK:DNK DM:DMA DO:DOM DZ:DZA EC:ECU EE:EST EG:EGY
  EH:ESH ER:ERI ES:ESP ET:ETH FI:FIN FJ:FJI FK:FLK FM:FSM FO:FRO FR:FRA GA:GAB GB:GBR GD:GRD
  GE:GEO GF:GUF GG:GGY GH:GHA GI:GIB GL:GRL GM:GMB GN:GIN GP:GLP GQ:GNQ GR:GRC GS:SGS GT:GTM
  GU:GUM GW:GNB GY:GUY HK:HKG HM:HMD HN:HND HR:HRV HT:HTI HU:HUN ID:IDN IE:IRL IL:ISR IM:IMN
  IN:IND IO:IOT IQ:IRQ IR:IRN IS:ISL IT:ITA JE:JEY JM:JAM JO:JOR JP:JPN KE:KEN KG:KGZ KH:KHM
  KI:KIR KM:COM KN:KNA KP:PRK KR:KOR KW:KWT KY:CYM KZ:KAZ LA:LAO LB:LBN LC:LCA LI:LIE LK:LKA
  LR:LBR LS:LSO LT:LTU LU:LUX LV:LVA LY:LBY MA:MAR MC:MCO MD:MDA ME:MNE MF:MAF MG:MDG MH:MHL
  MK:MKD ML:MLI MM:MMR MN:MNG MO:MAC MP:MNP MQ:MTQ MR:MRT MS:MSR MT:MLT MU:MUS MV:MDV MW:MWI
  MX:MEX MY:MYS MZ:MOZ NA:NAM NC:NCL NE:NER NF:NFK NG:NGA NI:NIC NL:NLD NO:NOR NP:NPL NR:NRU
  NU:NIU NZ:NZL OM:OMN PA:PAN PE:PER PF:PYF PG:PNG PH:PHL PK:PAK PL:POL PM:SPM PN:PCN PR:PRI
  PS:PSE PT:PRT PW:PLW PY:PRY QA:QAT RE:REU RO:ROU RS:SRB RU:RUS RW:RWA SA:SAU SB:SLB SC:SYC
  SD:SDN SE:SWE SG:SGP SH:SHN SI:SVN SJ:SJM SK:SVK SL:SLE SM:SMR SN:SEN SO:SOM SR:SUR SS:SSD
  ST:STP SV:SLV SX:SXM SY:SYR SZ:SWZ TC:TCA TD:TCD TF:ATF TG:TGO TH:THA TJ:TJK TK:TKL TL:TLS
  TM:TKM TN:TUN TO:TON TR:TUR TT:TTO TV:TUV TW:TWN TZ:TZA UA:UKR UG:UGA UM:UMI US:USA UY:URY
  UZ:UZB VA:VAT VC:VCT VE:VEN VG:VGB VI:VIR VN:VNM VU:VUT WF:WLF WS:WSM XK:XKX YE:YEM YT:MYT
  ZA:ZAF ZM:ZMB ZW:ZWE`;

const codePairs = isoCodes
  .trim()
  .split(/\s+/)
  .map((pair) => pair.split(':') as [string, string]);

export const countryCodes: readonly string[] = codePairs.map(([code]) => code);

const codesByLetters = new Map(
  codePairs.flatMap(([code, longCode]): [string, string][] => [
    [code.toLowerCase(), code],
    [longCode.toLowerCase(), code],
  ]),
);

// Common names that no list of official names has, in plain form.
const codesByOtherName = new Map([
  ['uk', 'GB'],
  ['greatbritain', 'GB'],
  ['grootbrittannie', 'GB'],
  ['grossbritannien', 'GB'],
  ['england', 'GB'],
  ['engeland', 'GB'],
  ['scotland', 'GB'],
  ['schotland', 'GB'],
  ['wales', 'GB'],
  ['northernireland', 'GB'],
  ['noordierland', 'GB'],
  ['holland', 'NL'],
  ['hollande', 'NL'],
  ['holanda', 'NL'],
  ['olanda', 'NL'],
  ['kingdomofthenetherlands', 'NL'],
  ['koninkrijkdernederlanden', 'NL'],
  ['flanders', 'BE'],
  ['vlaanderen', 'BE'],
  ['bundesrepublikdeutschland', 'DE'],
  ['brd', 'DE'],
  ['unitedstatesofamerica', 'US'],
  ['america', 'US'],
  ['amerika', 'US'],
  ['el', 'GR'],
  ['republicofireland', 'IE'],
  ['eire', 'IE'],
  ['czechrepublic', 'CZ'],
  ['turkey', 'TR'],
  ['macedonia', 'MK'],
  ['russianfederation', 'RU'],
  ['vatican', 'VA'],
  ['vaticaan', 'VA'],
  ['uae', 'AE'],
  ['ivorycoast', 'CI'],
  ['capeverde', 'CV'],
  ['swaziland', 'SZ'],
  ['easttimor', 'TL'],
  ['congo', 'CG'],
  ['drc', 'CD'],
  ['democraticrepublicofcongo', 'CD'],
  ['democraticrepublicofthecongo', 'CD'],
  ['republicofthecongo', 'CG'],
  ['korea', 'KR'],
  ['republicofkorea', 'KR'],
  ['hongkong', 'HK'],
  ['macao', 'MO'],
  ['macau', 'MO'],
  ['palestine', 'PS'],
  ['palestina', 'PS'],
]);

// In order of precedence: two languages may use one name for two countries.
const languages =
  'en nl de fr es it pl pt da sv nb fi cs sk hu ro bg hr sl et lv lt el tr uk ru ar'.split(' ');
const namesByLanguage = new Map<string, Map<string, string>>();
let ownNames: Map<string, string> | undefined;

// Two Latin letters are a code and never a name, unlike two Chinese or Korean characters.
const twoLetters = /^[a-z]{0,2}$/;
const leadingArticle = /^\s*(?:(?:the|de|het|die|der|das|la|le|les|el|los|las|il|gli)\s+|l['’])/i;

export function isCountryCode(code: string): boolean {
  return codesByLetters.get(code.toLowerCase()) === code;
}

/** The two-letter code for a code or a name in any common language or the country's own. */
export function countryCodeOf(text: string): string | undefined {
  const name = plainCountryName(text);
  const code = codesByLetters.get(name) ?? codesByOtherName.get(name);
  if (code !== undefined || twoLetters.test(name)) return code;
  const bareName = plainCountryName(text.replace(leadingArticle, ''));
  // One language at a time, so that rare languages are only loaded for rare texts.
  for (const language of languages) {
    const names = namesIn(language);
    const code = names.get(name) ?? names.get(bareName);
    if (code !== undefined) return code;
  }
  ownNames ??= namesInOwnLanguage();
  return ownNames.get(name) ?? codesByOtherName.get(bareName);
}

/** Drops the "and" between two names: lists write "Trinidad & Tobago". */
function plainCountryName(text: string): string {
  return plainName(text.replace(/\s(?:and|en|und|et|y|e|i|og|och|ja)\s/gi, ' '));
}

function namesIn(language: string): Map<string, string> {
  const known = namesByLanguage.get(language);
  if (known) return known;
  const names = new Map<string, string>();
  const displayNames = new Intl.DisplayNames([language, 'en'], { type: 'region' });
  for (const code of countryCodes) addNames(names, code, displayNames.of(code));
  namesByLanguage.set(language, names);
  return names;
}

function namesInOwnLanguage(): Map<string, string> {
  const names = new Map<string, string>();
  for (const code of countryCodes) {
    const { language } = new Intl.Locale(`und-${code}`).maximize();
    const displayNames = new Intl.DisplayNames([language ?? 'en', 'en'], { type: 'region' });
    addNames(names, code, displayNames.of(code));
  }
  return names;
}

/** "Myanmar (Burma)" is found by either name and by both together. */
function addNames(names: Map<string, string>, code: string, name: string | undefined): void {
  if (name === undefined) return;
  const forms = name.includes('(') ? [name, ...name.split(/[()]/)] : [name];
  for (const form of forms) {
    const plain = plainCountryName(form);
    if (plain !== '' && !names.has(plain)) names.set(plain, code);
  }
}
