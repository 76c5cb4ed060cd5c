#!/usr/bin/env python3
"""Serves the built site on this machine and opens every page in headless Chromium, as wide as a phone, a tablet, a desktop.

A page fails if it is wider than its window, if a picture is not loaded, if it fetches anything from elsewhere, or if its
scripts report an error.

    check.py FOLDER [SCREENSHOTS]    FOLDER: of the site; SCREENSHOTS: gets a picture of some pages, in light and dark
"""
import functools
import http.server
import sys
import threading
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

WIDTHS = (380, 800, 1280)
SHOWN = ("index.html", "docs/concepts.html", "docs/first-steps.html")
STILL = "document.head.append(Object.assign(document.createElement('style'), {textContent: '* {transition: none !important}'}))"
FACTS = """
const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
const broken = [...document.images].filter(i => !i.complete || i.naturalWidth === 0).map(i => i.src);
const foreign = performance.getEntriesByType('resource').map(r => r.name).filter(n => !n.startsWith(location.origin));
return [wide, broken, foreign];
"""


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def serve(folder):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(QuietHandler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/"


def open_browser(scheme):
    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-proxy-server",
                     "--blink-settings=preferredColorScheme=" + ("0" if scheme == "dark" else "1")):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "SEVERE"})
    return webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))


def set_width(browser, width):
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                            {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})


def main():
    folder = Path(sys.argv[1]).resolve()
    screenshots = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    pages = sorted(p for p in folder.rglob("*.html") if p.name != "404.html")
    address = serve(folder)
    faults = []
    browser = open_browser("light")
    for page in pages:
        name = str(page.relative_to(folder))
        browser.get(address + name)
        browser.execute_script(STILL)
        for width in WIDTHS:
            set_width(browser, width)
            wide, broken, foreign = browser.execute_script(FACTS)
            if wide > 0:
                faults.append(f"{name}: {wide} pixels wider than a window of {width}")
            faults += [f"{name}: picture {picture} is not there" for picture in broken]
            faults += [f"{name}: fetches {resource}" for resource in foreign]
        faults += [f"{name}: {entry['message']}" for entry in browser.get_log("browser")]
    browser.quit()
    if screenshots:
        screenshots.mkdir(parents=True, exist_ok=True)
        for scheme in ("light", "dark"):
            browser = open_browser(scheme)
            set_width(browser, 1000)
            for name in SHOWN:
                if (folder / name).exists():
                    browser.get(address + name)
                    browser.save_screenshot(str(screenshots / f"{Path(name).stem}-{scheme}.png"))
            browser.quit()
    for fault in sorted(set(faults)):
        print(fault)
    print(f"{len(pages)} pages at {len(WIDTHS)} widths, {len(set(faults))} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
