# Installs missing Debian packages. Other scripts source this file.

# The packages that the tests need.
tested='curl dbus-bin dbus-daemon dunst fish git libical-dev libnotify-bin libsystemd-dev
  mako-notifier mandoc nodejs openssl parallel pkg-config procps python3-gi python3-jsonschema
  strace sway systemd tzdata xvfb zlib1g-dev zsh'

# Whether the contents of a package are present, regardless of how they were installed.
has() {
  case $1 in
    libical-dev) pkg-config --exists libical ;;
    libsystemd-dev) pkg-config --exists libsystemd ;;
    zlib1g-dev) pkg-config --exists zlib ;;
    default-jre-headless) command -v java ;;
    kotlin) command -v kotlinc ;;
    libandroid-json-org-java) test -f /usr/share/java/json-android.jar ;;
    dpkg-dev) command -v dpkg-shlibdeps ;;
    dbus-bin) command -v dbus-send ;;
    gnome-themes-extra | xfce4-notifyd | xfconf) dpkg -s "$1" ;;
    imagemagick) command -v import ;;
    mako-notifier) command -v mako ;;
    nodejs) command -v node ;;
    libnotify-bin) command -v notify-send ;;
    mono-mcs) command -v mcs && command -v mono ;;
    procps) command -v pgrep ;;
    # Use Debian's Python; another installation has different modules.
    python3-gi) /usr/bin/python3 -c 'import gi' ;;
    python3-jsonschema) /usr/bin/python3 -c 'import jsonschema' ;;
    # Without the package, the module venv exists, but fails.
    python3-venv) /usr/bin/python3 -c 'import ensurepip' ;;
    systemd) command -v systemd-analyze ;;
    xvfb) command -v Xvfb ;;
    tzdata) test -f /usr/share/zoneinfo/Europe/Berlin ;;
    *) command -v "$1" ;;
  esac >/dev/null 2>&1
}

# Installs the missing packages; uses sudo only if packages are missing and the user isn't root.
require() {
  missing=
  for package; do
    has "$package" || missing="$missing $package"
  done
  if [ -n "$missing" ]; then
    as_root=
    if ! command -v apt-get >/dev/null 2>&1; then
      echo "missing:$missing; without apt-get, install the contents of these packages" >&2
      exit 69
    elif [ "$(id -u)" -ne 0 ]; then
      if ! command -v sudo >/dev/null 2>&1; then
        echo "missing:$missing; as root, run: apt-get install$missing" >&2
        exit 69
      fi
      as_root=sudo
    fi
    echo "==> apt-get install$missing"
    # An update fails with old lists, so only the installation reports errors.
    $as_root apt-get update -qq || true
    # shellcheck disable=SC2086 # one word for each package
    $as_root env DEBIAN_FRONTEND=noninteractive \
      apt-get install -y -qq --no-install-recommends $missing || exit
  fi
  if ! command -v swift >/dev/null 2>&1; then
    echo "swift is not in PATH; Swift 6.3 is at https://www.swift.org/install/linux/" >&2
    exit 69
  fi
}
