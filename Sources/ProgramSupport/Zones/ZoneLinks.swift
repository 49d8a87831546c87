/// The old names of zones that Debian 13 has only in the package `tzdata-legacy`, with their targets
/// in the IANA database, release 2026f.
///
/// The table is used only if `tzdata.zi`, which has all links, is missing. A link never changes the
/// rules: they are those of the target's file.
enum ZoneLinks {
  /// The target of each old name: `Asia/Kolkata` for `Asia/Calcutta`.
  static let targets: [String: String] = Dictionary(
    table.split(separator: "\n").flatMap { line in
      let names = line.split(separator: " ").map(String.init)
      return names.dropFirst().map { ($0, names[0]) }
    }, uniquingKeysWith: { first, _ in first })

  /// One target per line, followed by its old names.
  private static let table = """
    Africa/Asmara Africa/Asmera
    Africa/Cairo Egypt
    Africa/Tripoli Libya
    America/Adak US/Aleutian
    America/Anchorage US/Alaska
    America/Argentina/Buenos_Aires America/Buenos_Aires
    America/Argentina/Catamarca America/Argentina/ComodRivadavia America/Catamarca
    America/Argentina/Cordoba America/Cordoba America/Rosario
    America/Argentina/Jujuy America/Jujuy
    America/Argentina/Mendoza America/Mendoza
    America/Chicago CST6CDT US/Central
    America/Denver MST7MDT Navajo US/Mountain
    America/Detroit US/Michigan
    America/Edmonton Canada/Mountain
    America/Halifax Canada/Atlantic
    America/Havana Cuba
    America/Indiana/Indianapolis America/Fort_Wayne America/Indianapolis US/East-Indiana
    America/Indiana/Knox America/Knox_IN US/Indiana-Starke
    America/Jamaica Jamaica
    America/Kentucky/Louisville America/Louisville
    America/Los_Angeles PST8PDT US/Pacific
    America/Manaus Brazil/West
    America/Mazatlan Mexico/BajaSur
    America/Mexico_City Mexico/General
    America/New_York EST5EDT US/Eastern
    America/Noronha Brazil/DeNoronha
    America/Nuuk America/Godthab
    America/Panama EST
    America/Phoenix MST US/Arizona
    America/Regina Canada/Saskatchewan
    America/Rio_Branco Brazil/Acre
    America/Santiago Chile/Continental
    America/Sao_Paulo Brazil/East
    America/St_Johns Canada/Newfoundland
    America/Tijuana Mexico/BajaNorte
    America/Toronto Canada/Eastern
    America/Vancouver Canada/Pacific
    America/Whitehorse Canada/Yukon
    America/Winnipeg Canada/Central
    Antarctica/McMurdo Antarctica/South_Pole
    Asia/Ashgabat Asia/Ashkhabad
    Asia/Dhaka Asia/Dacca
    Asia/Ho_Chi_Minh Asia/Saigon
    Asia/Hong_Kong Hongkong
    Asia/Jerusalem Israel
    Asia/Kathmandu Asia/Katmandu
    Asia/Kolkata Asia/Calcutta
    Asia/Macau Asia/Macao
    Asia/Makassar Asia/Ujung_Pandang
    Asia/Seoul ROK
    Asia/Shanghai Asia/Chungking PRC
    Asia/Singapore Singapore
    Asia/Taipei ROC
    Asia/Tehran Iran
    Asia/Thimphu Asia/Thimbu
    Asia/Tokyo Japan
    Asia/Ulaanbaatar Asia/Choibalsan Asia/Ulan_Bator
    Asia/Yangon Asia/Rangoon
    Atlantic/Faroe Atlantic/Faeroe
    Atlantic/Reykjavik Iceland
    Australia/Adelaide Australia/South
    Australia/Brisbane Australia/Queensland
    Australia/Darwin Australia/North
    Australia/Hobart Australia/Tasmania
    Australia/Lord_Howe Australia/LHI
    Australia/Melbourne Australia/Victoria
    Australia/Perth Australia/West
    Australia/Sydney Australia/ACT Australia/NSW
    Etc/GMT GMT+0 GMT-0 GMT0 Greenwich
    Etc/UTC UCT Universal Zulu
    Europe/Athens EET
    Europe/Brussels CET MET
    Europe/Dublin Eire
    Europe/Istanbul Turkey
    Europe/Kyiv Europe/Kiev Europe/Uzhgorod Europe/Zaporozhye
    Europe/Lisbon Portugal WET
    Europe/London GB GB-Eire
    Europe/Moscow W-SU
    Europe/Warsaw Poland
    Pacific/Auckland NZ
    Pacific/Chatham NZ-CHAT
    Pacific/Chuuk Pacific/Truk
    Pacific/Easter Chile/EasterIsland
    Pacific/Honolulu HST US/Hawaii
    Pacific/Kanton Pacific/Enderbury
    Pacific/Kwajalein Kwajalein
    Pacific/Pago_Pago US/Samoa
    Pacific/Pohnpei Pacific/Ponape
    """
}
