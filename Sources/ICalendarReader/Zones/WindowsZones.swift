enum WindowsZones {
  struct Row {
    /// The name in the registry.
    let name: String
    /// The IANA zone from `windowsZones.xml` of Unicode CLDR 47, territory 001.
    let identifier: String
    /// The display names after the offset, in all versions of Windows, and other names of the
    /// standard time.
    ///
    /// They are from Microsoft's lists "Default time zones" and "Time Zone Index Values", and from
    /// Exchange 2007 and Lotus Notes. A name that covered several of today's zones is assigned to
    /// the zone whose Windows name it had. Midway Island left that zone when Samoa changed its
    /// date.
    let otherNames: [String]
  }

  static let rows: [Row] = table.split(separator: "\n").map { line in
    let columns = line.split(separator: "|").map(String.init)
    return Row(
      name: columns[0], identifier: columns[1], otherNames: Array(columns.dropFirst(2)))
  }

  /// One zone per line: name, identifier, other names.
  private static let table = """
    AUS Central Standard Time|Australia/Darwin|Darwin
    AUS Eastern Standard Time|Australia/Sydney|Canberra, Melbourne, Sydney|\
    Canberra, Melbourne, Sydney, Hobart (year 2000 only)
    Afghanistan Standard Time|Asia/Kabul|Kabul
    Alaskan Standard Time|America/Anchorage|Alaska
    Aleutian Standard Time|America/Adak|Aleutian Islands
    Altai Standard Time|Asia/Barnaul|Barnaul, Gorno-Altaysk
    Arab Standard Time|Asia/Riyadh|Kuwait, Riyadh|Arab, Kuwait, Riyadh
    Arabian Standard Time|Asia/Dubai|Abu Dhabi, Muscat
    Arabic Standard Time|Asia/Baghdad|Baghdad
    Argentina Standard Time|America/Buenos_Aires|City of Buenos Aires|Buenos Aires
    Astrakhan Standard Time|Europe/Astrakhan|Astrakhan, Ulyanovsk
    Atlantic Standard Time|America/Halifax|Atlantic Time (Canada)|Atlantic Time
    Aus Central W. Standard Time|Australia/Eucla|Eucla
    Azerbaijan Standard Time|Asia/Baku|Baku
    Azores Standard Time|Atlantic/Azores|Azores
    Bahia Standard Time|America/Bahia|Salvador
    Bangladesh Standard Time|Asia/Dhaka|Dhaka
    Belarus Standard Time|Europe/Minsk|Minsk
    Bougainville Standard Time|Pacific/Bougainville|Bougainville Island
    Canada Central Standard Time|America/Regina|Saskatchewan
    Cape Verde Standard Time|Atlantic/Cape_Verde|Cabo Verde Is.|Cape Verde Is.|\
    Cabo Verde Standard Time
    Caucasus Standard Time|Asia/Yerevan|Yerevan|Armenian Standard Time|Baku, Tbilisi, Yerevan
    Cen. Australia Standard Time|Australia/Adelaide|Adelaide|Adelaide, Central Australia
    Central America Standard Time|America/Guatemala|Central America
    Central Asia Standard Time|Asia/Bishkek|Bishkek|Astana, Dhaka
    Central Brazilian Standard Time|America/Cuiaba|Cuiaba
    Central Europe Standard Time|Europe/Budapest|\
    Belgrade, Bratislava, Budapest, Ljubljana, Prague|\
    Belgrade, Pozsony, Budapest, Ljubljana, Prague|Prague, Central Europe
    Central European Standard Time|Europe/Warsaw|Sarajevo, Skopje, Warsaw, Zagreb|\
    Sarajevo, Skopje, Sofija, Vilnius, Warsaw, Zagreb
    Central Pacific Standard Time|Pacific/Guadalcanal|Solomon Is., New Caledonia|\
    Magadan, Solomon Is., New Caledonia
    Central Standard Time|America/Chicago|Central Time (US & Canada)|Central Time
    Central Standard Time (Mexico)|America/Mexico_City|Guadalajara, Mexico City, Monterrey|\
    Mexico City, Tegucigalpa|Mexico Standard Time
    Chatham Islands Standard Time|Pacific/Chatham|Chatham Islands
    China Standard Time|Asia/Shanghai|Beijing, Chongqing, Hong Kong, Urumqi|\
    Beijing, Chongqing, Hong Kong SAR, Urumqi
    Cuba Standard Time|America/Havana|Havana
    Dateline Standard Time|Etc/GMT+12|International Date Line West|Eniwetok, Kwajalein
    E. Africa Standard Time|Africa/Nairobi|Nairobi|East Africa, Nairobi
    E. Australia Standard Time|Australia/Brisbane|Brisbane|Brisbane, East Australia
    E. Europe Standard Time|Europe/Chisinau|Chisinau|E. Europe
    E. South America Standard Time|America/Sao_Paulo|Brasilia
    Easter Island Standard Time|Pacific/Easter|Easter Island
    Eastern Standard Time|America/New_York|Eastern Time (US & Canada)|Eastern Time
    Eastern Standard Time (Mexico)|America/Cancun|Chetumal
    Egypt Standard Time|Africa/Cairo|Cairo
    Ekaterinburg Standard Time|Asia/Yekaterinburg|Ekaterinburg|Russia TZ 4 Standard Time
    FLE Standard Time|Europe/Kiev|Helsinki, Kyiv, Riga, Sofia, Tallinn, Vilnius|\
    Helsinki, Kiev, Riga, Sofia, Tallinn, Vilnius|Helsinki, Riga, Tallinn
    Fiji Standard Time|Pacific/Fiji|Fiji|Fiji Is., Kamchatka, Marshall Is.|Fiji, Marshall Is.
    GMT Standard Time|Europe/London|Dublin, Edinburgh, Lisbon, London|\
    Greenwich Mean Time: Dublin, Edinburgh, Lisbon, London|\
    Greenwich Mean Time, Dublin, Edinburgh, London
    GTB Standard Time|Europe/Bucharest|Athens, Bucharest|Athens, Bucharest, Istanbul|\
    Athens, Istanbul, Minsk|Athens, Beirut, Istanbul, Minsk|Bucharest
    Georgian Standard Time|Asia/Tbilisi|Tbilisi
    Greenland Standard Time|America/Godthab|Greenland
    Greenwich Standard Time|Atlantic/Reykjavik|Monrovia, Reykjavik|Casablanca, Monrovia|\
    Casablanca, Monrovia, Reykjavik
    Haiti Standard Time|America/Port-au-Prince|Haiti
    Hawaiian Standard Time|Pacific/Honolulu|Hawaii
    India Standard Time|Asia/Calcutta|Chennai, Kolkata, Mumbai, New Delhi|\
    Kolkata, Chennai, Mumbai, New Delhi, India Standard Time
    Iran Standard Time|Asia/Tehran|Tehran
    Israel Standard Time|Asia/Jerusalem|Jerusalem|Jerusalem Standard Time|\
    Israel, Jerusalem Standard Time
    Jordan Standard Time|Asia/Amman|Amman
    Kaliningrad Standard Time|Europe/Kaliningrad|Kaliningrad|Russia TZ 1 Standard Time
    Korea Standard Time|Asia/Seoul|Seoul|Seoul, Korea Standard Time
    Libya Standard Time|Africa/Tripoli|Tripoli
    Line Islands Standard Time|Pacific/Kiritimati|Kiritimati Island
    Lord Howe Standard Time|Australia/Lord_Howe|Lord Howe Island
    Magadan Standard Time|Asia/Magadan|Magadan
    Magallanes Standard Time|America/Punta_Arenas|Punta Arenas
    Marquesas Standard Time|Pacific/Marquesas|Marquesas Islands
    Mauritius Standard Time|Indian/Mauritius|Port Louis
    Middle East Standard Time|Asia/Beirut|Beirut
    Montevideo Standard Time|America/Montevideo|Montevideo
    Morocco Standard Time|Africa/Casablanca|Casablanca
    Mountain Standard Time|America/Denver|Mountain Time (US & Canada)|Mountain Time
    Mountain Standard Time (Mexico)|America/Mazatlan|Chihuahua, La Paz, Mazatlan|La Paz, Mazatlan|\
    Mexico Standard Time 2
    Myanmar Standard Time|Asia/Rangoon|Yangon (Rangoon)|Rangoon
    N. Central Asia Standard Time|Asia/Novosibirsk|Novosibirsk|Almaty, Novosibirsk|\
    Almaty, Novosibirsk, North Central Asia|Russia TZ 5 Standard Time
    Namibia Standard Time|Africa/Windhoek|Windhoek
    Nepal Standard Time|Asia/Katmandu|Kathmandu|Kathmandu, Nepal
    New Zealand Standard Time|Pacific/Auckland|Auckland, Wellington
    Newfoundland Standard Time|America/St_Johns|Newfoundland
    Norfolk Standard Time|Pacific/Norfolk|Norfolk Island
    North Asia East Standard Time|Asia/Irkutsk|Irkutsk|Irkutsk, Ulaanbaatar|Irkutsk, Ulaan Bataar|\
    Russia TZ 7 Standard Time
    North Asia Standard Time|Asia/Krasnoyarsk|Krasnoyarsk|Russia TZ 6 Standard Time
    North Korea Standard Time|Asia/Pyongyang|Pyongyang
    Omsk Standard Time|Asia/Omsk|Omsk
    Pacific SA Standard Time|America/Santiago|Santiago
    Pacific Standard Time|America/Los_Angeles|Pacific Time (US & Canada)|\
    Pacific Time (US & Canada), Tijuana|Pacific Time
    Pacific Standard Time (Mexico)|America/Tijuana|Baja California|Tijuana, Baja California
    Pakistan Standard Time|Asia/Karachi|Islamabad, Karachi
    Paraguay Standard Time|America/Asuncion|Asuncion
    Qyzylorda Standard Time|Asia/Qyzylorda|Qyzylorda|Astana|Nur-Sultan|Nur-Sultan (Astana)
    Romance Standard Time|Europe/Paris|Brussels, Copenhagen, Madrid, Paris|\
    Paris, Madrid, Brussels, Copenhagen
    Russia Time Zone 10|Asia/Srednekolymsk|Chokurdakh|Russia TZ 10 Standard Time
    Russia Time Zone 11|Asia/Kamchatka|Anadyr, Petropavlovsk-Kamchatsky|\
    Petropavlovsk-Kamchatsky - Old|Kamchatka Standard Time|Russia TZ 11 Standard Time
    Russia Time Zone 3|Europe/Samara|Izhevsk, Samara|Russia TZ 3 Standard Time
    Russian Standard Time|Europe/Moscow|Moscow, St. Petersburg|Moscow, St. Petersburg, Volgograd|\
    Russia TZ 2 Standard Time
    SA Eastern Standard Time|America/Cayenne|Cayenne, Fortaleza|Buenos Aires, Georgetown|Georgetown
    SA Pacific Standard Time|America/Bogota|Bogota, Lima, Quito, Rio Branco|Bogota, Lima, Quito
    SA Western Standard Time|America/La_Paz|Georgetown, La Paz, Manaus, San Juan|Caracas, La Paz|\
    La Paz|Manaus|Georgetown, La Paz, San Juan
    SE Asia Standard Time|Asia/Bangkok|Bangkok, Hanoi, Jakarta
    Saint Pierre Standard Time|America/Miquelon|Saint Pierre and Miquelon
    Sakhalin Standard Time|Asia/Sakhalin|Sakhalin
    Samoa Standard Time|Pacific/Apia|Samoa
    Sao Tome Standard Time|Africa/Sao_Tome|Sao Tome
    Saratov Standard Time|Europe/Saratov|Saratov
    Singapore Standard Time|Asia/Singapore|Kuala Lumpur, Singapore|Malay Peninsula Standard Time
    South Africa Standard Time|Africa/Johannesburg|Harare, Pretoria
    South Sudan Standard Time|Africa/Juba|Juba
    Sri Lanka Standard Time|Asia/Colombo|Sri Jayawardenepura|Sri Jayawardenepura, Sri Lanka
    Sudan Standard Time|Africa/Khartoum|Khartoum
    Syria Standard Time|Asia/Damascus|Damascus
    Taipei Standard Time|Asia/Taipei|Taipei
    Tasmania Standard Time|Australia/Hobart|Hobart|Hobart, Tasmania
    Tocantins Standard Time|America/Araguaina|Araguaina
    Tokyo Standard Time|Asia/Tokyo|Osaka, Sapporo, Tokyo
    Tomsk Standard Time|Asia/Tomsk|Tomsk
    Tonga Standard Time|Pacific/Tongatapu|Nuku'alofa|Nuku'alofa, Tonga
    Transbaikal Standard Time|Asia/Chita|Chita
    Turkey Standard Time|Europe/Istanbul|Istanbul
    Turks And Caicos Standard Time|America/Grand_Turk|Turks and Caicos
    US Eastern Standard Time|America/Indianapolis|Indiana (East)
    US Mountain Standard Time|America/Phoenix|Arizona
    UTC|Etc/UTC|Coordinated Universal Time|Universal Coordinated Time
    UTC+12|Etc/GMT-12|Coordinated Universal Time+12
    UTC+13|Etc/GMT-13|Coordinated Universal Time+13
    UTC-02|Etc/GMT+2|Coordinated Universal Time-02|Mid-Atlantic - Old|Mid-Atlantic|\
    Mid-Atlantic Standard Time
    UTC-08|Etc/GMT+8|Coordinated Universal Time-08
    UTC-09|Etc/GMT+9|Coordinated Universal Time-09
    UTC-11|Etc/GMT+11|Coordinated Universal Time-11|Midway Island, Samoa
    Ulaanbaatar Standard Time|Asia/Ulaanbaatar|Ulaanbaatar
    Venezuela Standard Time|America/Caracas|Caracas
    Vladivostok Standard Time|Asia/Vladivostok|Vladivostok|Russia TZ 9 Standard Time
    Volgograd Standard Time|Europe/Volgograd|Volgograd
    W. Australia Standard Time|Australia/Perth|Perth|Perth, Western Australia
    W. Central Africa Standard Time|Africa/Lagos|West Central Africa
    W. Europe Standard Time|Europe/Berlin|Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna|\
    Western/Central Europe
    W. Mongolia Standard Time|Asia/Hovd|Hovd
    West Asia Standard Time|Asia/Tashkent|Ashgabat, Tashkent|Islamabad, Karachi, Tashkent|Tashkent
    West Bank Standard Time|Asia/Hebron|Gaza, Hebron
    West Pacific Standard Time|Pacific/Port_Moresby|Guam, Port Moresby
    Yakutsk Standard Time|Asia/Yakutsk|Yakutsk|Russia TZ 8 Standard Time
    Yukon Standard Time|America/Whitehorse|Yukon
    """
}
